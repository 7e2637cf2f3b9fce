package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.store.testkit.Client;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process that claims some executions and keeps their leases alive until it hears something; then it rests, so that it holds
 * no transaction when it is stopped. It says when it holds its leases and when it rests. Arguments: the address of the store,
 * the name of the process, how many.
 */
final class LeaseHolders {
    static final String HOLDING = "holding";
    static final String RESTING = "resting";

    /** Longer than a process waits for its turn while others start on the same machine. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    private static final long BETWEEN_RENEWALS_MS = 300;

    private LeaseHolders() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (var client = Client.open(arguments[0])) {
            var claims = claim(client, arguments[1], Integer.parseInt(arguments[2]));
            System.out.println(HOLDING);
            while (System.in.available() == 0) {
                renew(client, claims);
                TimeUnit.MILLISECONDS.sleep(BETWEEN_RENEWALS_MS);
            }
            System.out.println(RESTING);
            TimeUnit.DAYS.sleep(1);
        }
    }

    /** All of them in one transaction. */
    private static void renew(Client client, List<Claim> claims) {
        var renewals =
                claims.stream().map(claim -> new RenewRequest(claim.handle())).toList();
        client.engine().call(Catalogue.RENEW_BATCH, new RenewBatch(renewals)).forEach(BatchItem::orThrow);
    }

    private static List<Claim> claim(Client client, String name, int count) {
        var request = WaitingWorkers.claim(name, Set.of(WaitingWorkers.GPU), LEASE, count);
        var claims = new ArrayList<Claim>();
        while (claims.size() < count) {
            claims.addAll(client.engine().call(Catalogue.CLAIM, request).claims());
        }
        return claims;
    }
}

package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.claim.Claim;
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

    /** Long enough to renew all of them, one after the other, on a machine that is busy otherwise. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final Duration LEASE_PER_EXECUTION = Duration.ofMillis(200);
    private static final long BETWEEN_RENEWALS_MS = 300;

    private LeaseHolders() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (var client = Client.open(arguments[0])) {
            var claims = claim(client, arguments[1], Integer.parseInt(arguments[2]));
            System.out.println(HOLDING);
            while (System.in.available() == 0) {
                claims.forEach(claim -> client.engine().call(Catalogue.RENEW, new RenewRequest(claim.handle())));
                TimeUnit.MILLISECONDS.sleep(BETWEEN_RENEWALS_MS);
            }
            System.out.println(RESTING);
            TimeUnit.DAYS.sleep(1);
        }
    }

    private static List<Claim> claim(Client client, String name, int count) {
        var lease = LEASE.plus(LEASE_PER_EXECUTION.multipliedBy(count));
        var request = WaitingWorkers.claim(name, Set.of(WaitingWorkers.GPU), lease, count);
        var claims = new ArrayList<Claim>();
        while (claims.size() < count) {
            claims.addAll(client.engine().call(Catalogue.CLAIM, request).claims());
        }
        return claims;
    }
}

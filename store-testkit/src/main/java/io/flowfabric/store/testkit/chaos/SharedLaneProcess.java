package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;

/**
 * A process that claims a lane empty, timers and all. It says when it is ready, begins when it is told to, waits for more
 * when nothing is left, and says the id of every execution that it ran when it is told to end. Argument: the address of the
 * store.
 */
final class SharedLaneProcess {

    static final String READY = "ready";
    static final String BEGIN = "begin";
    static final String END = "end";
    static final String RAN = "ran ";

    /** It waits as long as a call may, so that a wake-up that gets lost is noticed. */
    static final ClaimRequest CLAIM = new ClaimRequest(
            Client.LANE,
            new WorkerId("w1"),
            new WorkerInstanceId("w1-" + ProcessHandle.current().pid()),
            CapabilitySet.EMPTY,
            Optional.empty(),
            Duration.ofMinutes(10).toMillis(),
            Duration.ofSeconds(30).toMillis(),
            100);

    private SharedLaneProcess() {}

    public static void main(String[] arguments) {
        try (var client = Client.open(arguments[0], EngineSettings.DEFAULT)) {
            var ran = Collections.synchronizedList(new ArrayList<ExecutionId>());
            var worker = new Thread(() -> run(client, ran), "worker");
            worker.setDaemon(true);
            var orders = new Scanner(System.in);
            System.out.println(READY);
            orders.nextLine();
            worker.start();
            orders.nextLine();
            List.copyOf(ran).forEach(id -> System.out.println(RAN + id));
        }
    }

    /** Notes what it got before it completes it: what has ended is noted. */
    private static void run(Client client, List<ExecutionId> ran) {
        while (!client.engine().isShuttingDown()) {
            var claims = client.engine().call(Catalogue.CLAIM, CLAIM).claims();
            if (!claims.isEmpty()) {
                claims.forEach(claim -> ran.add(claim.executionId()));
                client.completeAll(claims);
            }
        }
    }
}

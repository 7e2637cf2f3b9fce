package io.flowfabric.testkit.chaos;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.testkit.Client;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that claims a lane empty, timers and all. It says when it is ready, begins when it is told to, and says the id
 * of every execution that it ran when nothing is left. Argument: the address of the store.
 */
final class SharedLaneProcess {

    static final String READY = "ready";
    static final String RAN = "ran ";

    private static final int BATCH = 100;

    /** What others have locked while nothing else is left is theirs; so this is not long. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private SharedLaneProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (var client = Client.open(arguments[0], EngineSettings.DEFAULT)) {
            System.out.println(READY);
            System.in.read();
            runAll(client).forEach(id -> System.out.println(RAN + id));
        }
    }

    private static List<ExecutionId> runAll(Client client) {
        var ran = new ArrayList<ExecutionId>();
        var claims = client.claim(BATCH, PATIENCE);
        while (!claims.isEmpty()) {
            client.completeAll(claims);
            claims.forEach(claim -> ran.add(claim.executionId()));
            claims = client.claim(BATCH, PATIENCE);
        }
        return ran;
    }
}

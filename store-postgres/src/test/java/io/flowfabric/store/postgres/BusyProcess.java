package io.flowfabric.store.postgres;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.testkit.Client;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * A process that submits, claims and completes in batches, with several threads and until it is killed. Its calls end
 * after two seconds. It says when it is ready, and then once in a while that it is at it. Argument: the address of the store.
 */
final class BusyProcess {
    static final String READY = "ready";
    static final String ROUND = "round";

    private static final int THREADS = 4;
    private static final int BATCH = 100;
    private static final int ROUNDS_BETWEEN = 5;
    private static final Duration CALL = Duration.ofSeconds(2);

    private BusyProcess() {}

    public static void main(String[] arguments) throws Exception {
        var settings = EngineSettings.DEFAULT.withTimers(false).withCallTimeout(CALL);
        try (var client = Client.open(arguments[0], settings)) {
            System.out.println(READY);
            var threads = Executors.newFixedThreadPool(THREADS);
            threads.invokeAll(Stream.generate(() -> Executors.callable(() -> work(client)))
                    .limit(THREADS)
                    .toList());
        }
    }

    private static void work(Client client) {
        for (int round = 0; ; round++) {
            try {
                client.createAll(Client.submission(), BATCH);
                client.completeAll(client.claim(BATCH, Duration.ZERO));
            } catch (EngineException stopped) {
                // A call that was under way while the process was stopped has lost its time, its session or its lease.
                continue;
            }
            if (round % ROUNDS_BETWEEN == 0) {
                System.out.println(ROUND);
            }
        }
    }
}

package io.flowfabric.store.sqlite;

import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * A process that creates, claims and completes from several threads until it is killed. It says a line for each answer,
 * after it got it; the last word of a line tells that it was said to its end. Argument: the database.
 */
public final class KilledProcess {

    public static final String CREATED = "created ";
    public static final String COMPLETED = "completed ";
    public static final String END = " .";

    private static final int THREADS = 4;

    private KilledProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (var client = Client.open("sqlite:" + arguments[0])) {
            var threads = Stream.generate(() -> new Thread(() -> work(client)))
                    .limit(THREADS)
                    .toList();
            threads.forEach(Thread::start);
            for (var thread : threads) {
                thread.join();
            }
        }
    }

    private static void work(Client client) {
        while (true) {
            for (int i = 0; i < 3; i++) {
                System.out.println(CREATED + client.create() + END);
            }
            for (Claim claim : client.claim(2, Duration.ZERO)) {
                client.complete(claim);
                System.out.println(COMPLETED + claim.executionId() + END);
            }
        }
    }
}

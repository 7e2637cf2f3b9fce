package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ShutdownPrepare;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.RecordedLogs;
import java.util.Random;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/**
 * A process in a storm, with timers. Its threads work at random until they are told to {@link #DRAIN}, or killed; then
 * they complete what there is until they are told to {@link #END}. Arguments: the address of the store, the name of the
 * worker, a seed.
 */
final class StormProcess {

    static final String DRAIN = "drain";
    static final String END = "end";

    private static final int THREADS = 3;
    private static final long GRACE_MS = 5_000;

    private volatile boolean draining;
    private volatile boolean over;
    private final CountDownLatch drainers = new CountDownLatch(THREADS);

    private StormProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        new StormProcess()
                .run(arguments[0], new WorkerInstanceId(arguments[1]), new Random(Long.parseLong(arguments[2])));
    }

    private void run(String address, WorkerInstanceId name, Random random) throws InterruptedException {
        try (var client = Client.open(address, EngineSettings.DEFAULT)) {
            var threads = IntStream.range(0, THREADS)
                    .mapToObj(i -> new StormWorker(client, name, new Random(random.nextLong())))
                    .map(worker -> new Thread(() -> work(worker)))
                    .toList();
            threads.forEach(Thread::start);
            listen();
            // Waiting claims are answered that there is no work.
            client.engine().call(Catalogue.SHUTDOWN_PREPARE, new ShutdownPrepare(GRACE_MS));
            for (var thread : threads) {
                thread.join();
            }
        }
        RecordedLogs.warnings().forEach(warning -> Journal.say(Journal.SURPRISE + warning));
    }

    /** Follows the test's orders; its end is an order, too. */
    private void listen() throws InterruptedException {
        var orders = new Scanner(System.in);
        while (!over) {
            String order = orders.hasNextLine() ? orders.nextLine() : END;
            over = order.equals(END);
            draining = true;
            drainers.await();
            Journal.say(Journal.DRAINING);
        }
    }

    private void work(StormWorker worker) {
        while (!draining) {
            worker.storm();
        }
        drainers.countDown();
        while (!over) {
            worker.drain();
        }
    }
}

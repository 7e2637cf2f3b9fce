package io.flowfabric.cli.demo;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.task.TaskFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The process that does the demo's work until its standard input ends. */
@Command(name = "demo-worker", hidden = true, description = "Part of ff demo.")
public final class DemoWorker implements Callable<Integer> {
    static final String STORE_VARIABLE = "FF_DEMO_STORE";

    @Option(names = "--lane", required = true)
    private LaneId lane;

    @Option(names = "--name", required = true)
    private String name;

    @Option(names = "--lease", required = true)
    private Duration lease;

    @Option(names = "--concurrency", required = true)
    private int concurrency;

    /** From then on it finishes nothing, so that it is killed while it holds leases, however slow the machine is. */
    @Option(names = "--finish", required = true)
    private int finish;

    private final AtomicInteger finished = new AtomicInteger();

    @Override
    public Integer call() throws IOException {
        try (var fabric = FlowFabric.open(System.getenv(STORE_VARIABLE))) {
            fabric.worker(lane.value())
                    .on(DemoWork.KIND, this::work)
                    .workerId(name)
                    .leaseTtl(lease)
                    .concurrency(concurrency)
                    .start();
            // It ends when the demo does, also when that one is killed.
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        return 0;
    }

    private Optional<byte[]> work(Task task) throws InterruptedException {
        var work = DemoWork.of(task.payload());
        Thread.sleep(work.durationMs());
        if (finished.get() >= finish) {
            new CountDownLatch(1).await();
        }
        if (work.failsAt(task.attemptIndex())) {
            throw new TaskFailure("every third first attempt fails on purpose", "demo");
        }
        finished.incrementAndGet();
        return Optional.of(work.result());
    }
}

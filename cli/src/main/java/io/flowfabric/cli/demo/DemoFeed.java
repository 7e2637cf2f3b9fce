package io.flowfabric.cli.demo;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Submits the demo's executions from several threads, so that calls which arrive together share a commit. */
final class DemoFeed implements AutoCloseable {
    private static final Namespace NAMESPACE = new Namespace("default");
    private static final int RETRIES = 3;
    private static final int THREADS = 8;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CompletableFuture<Void> all;

    /** Begins; {@code ids} has the id of each piece of work at the same place. */
    DemoFeed(Engine engine, DemoPlan plan, List<ExecutionId> ids) {
        var retries = RetryPolicy.of(RETRIES, new FixedBackoff(plan.backoff().toMillis()));
        var policy = ExecutionPolicy.builder().retry(retries).build();
        all = CompletableFuture.allOf(IntStream.range(0, ids.size())
                .mapToObj(i -> CreateExecution.of(NAMESPACE, plan.lane(), DemoWork.KIND)
                        .id(ids.get(i))
                        .input(plan.work().get(i).payload())
                        .policy(policy)
                        .build())
                .map(submission ->
                        CompletableFuture.runAsync(() -> engine.call(Catalogue.CREATE_EXECUTION, submission), threads))
                .toArray(CompletableFuture[]::new));
    }

    boolean isDone() {
        return all.isDone();
    }

    /** Waits for the end; fails as the first submission that failed. */
    void join() {
        all.join();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

package io.flowfabric.bench.http;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/**
 * Clients of one server that each submit one execution, claim one and complete it, over and over; at the end they work
 * off what is left.
 */
public final class HttpClients {
    private static final Namespace NAMESPACE = new Namespace("bench");
    private static final LaneId LANE = new LaneId("http");
    private static final Payload INPUT = Payload.json("{\"order\":\"o-1\",\"cents\":4200}");

    private static final Duration LAST_WAIT = Duration.ofSeconds(60);

    private final Engine engine;
    private final int clients;
    private final Duration lease;
    private final HttpTally tally = new HttpTally();

    /** @param lease how long it takes until work is free that was given to a client which never heard of it */
    public HttpClients(Engine engine, int clients, Duration lease) {
        this.engine = engine;
        this.clients = clients;
        this.lease = lease;
    }

    /** What has been done so far. */
    public HttpTally tally() {
        return tally;
    }

    /** Runs all clients while there is more to do, and until nothing is left. Answers how long the whole took. */
    public Duration run(BooleanSupplier more) throws InterruptedException {
        var begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            var worker = new WorkerInstanceId("client-" + i);
            var thread = new Thread(() -> client(worker, begin, more), "ff-http-client-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        long begun = System.nanoTime();
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** More to do until that time is over, counted from now. */
    public static BooleanSupplier during(Duration length) {
        long begun = System.nanoTime();
        return () -> System.nanoTime() - begun < length.toNanos();
    }

    private void client(WorkerInstanceId worker, CountDownLatch begin, BooleanSupplier more) {
        try {
            begin.await();
        } catch (InterruptedException stopped) {
            return;
        }
        while (more.getAsBoolean()) {
            attempt(this::submit);
            attempt(() -> work(worker, 0));
        }
        long giveUpAt = System.nanoTime() + LAST_WAIT.toNanos();
        while (!tally.nothingOpen() && System.nanoTime() < giveUpAt) {
            attempt(() -> work(worker, 500));
        }
    }

    private void attempt(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException failure) {
            tally.failed(failure);
        }
    }

    private void submit() {
        long begun = System.nanoTime();
        var outcome = engine.call(
                Catalogue.CREATE_EXECUTION,
                CreateExecution.of(NAMESPACE, LANE, "noop").input(INPUT).build());
        tally.submitted(outcome.executionId(), System.nanoTime() - begun);
    }

    private void work(WorkerInstanceId worker, long maxWaitMs) {
        long begun = System.nanoTime();
        var request = new ClaimRequest(
                LANE,
                new WorkerId("bench"),
                worker,
                CapabilitySet.EMPTY,
                Optional.of(NAMESPACE),
                lease.toMillis(),
                maxWaitMs,
                1);
        var claims = engine.call(Catalogue.CLAIM, request).claims();
        tally.claimed(System.nanoTime() - begun);
        for (var claim : claims) {
            long claimed = System.nanoTime();
            engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
            tally.completed(claim.executionId(), System.nanoTime() - claimed);
        }
    }
}

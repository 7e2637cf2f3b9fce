package io.flowfabric.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.sdk.internal.UnreliableEngine;
import io.flowfabric.sdk.task.Retry;
import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.task.TaskFailure;
import io.flowfabric.sdk.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A worker with 64 handlers, a submitter, and a thread that injects faults. */
final class SoakedWorkers {
    private static final Duration TTL = Duration.ofSeconds(2);
    private static final int MOST_OPEN = 300;
    private static final int FEWEST = 150;

    /** Makes the store unavailable for a moment, with calls in flight. */
    interface Outage {
        void happen() throws Exception;
    }

    private final FlowFabric fabric;
    private final UnreliableEngine engine;
    private final Outage outage;
    private final Worker worker;
    private final List<ExecutionId> submitted = new ArrayList<>();
    private final Set<ExecutionId> ended = ConcurrentHashMap.newKeySet();
    private final Map<ExecutionId, Task> running = new ConcurrentHashMap<>();
    private final Map<ExecutionId, Long> epochs = new ConcurrentHashMap<>();
    private final Set<ExecutionId> doubled = ConcurrentHashMap.newKeySet();
    private final CountDownLatch never = new CountDownLatch(1);

    SoakedWorkers(FlowFabric fabric, UnreliableEngine engine, Outage outage) {
        this.fabric = fabric;
        this.engine = engine;
        this.outage = outage;
        this.worker = fabric.worker("orders")
                .concurrency(64)
                .leaseTtl(TTL)
                .onAnyKind(this::handle)
                .start();
    }

    List<ExecutionId> submitted() {
        return submitted;
    }

    Set<ExecutionId> doubled() {
        return doubled;
    }

    void close() {
        worker.close();
    }

    /** Submits for that long, with faults, and then stops the faults. */
    void work(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        var trouble = new FutureTask<>(() -> makeTrouble(end));
        engine.loss = 0.02;
        new Thread(trouble, "trouble").start();
        try {
            for (int number = 0; !trouble.isDone() || number < FEWEST; number++) {
                submit("o-" + number);
                while (submitted.size() - ended.size() > MOST_OPEN) {
                    await(10);
                }
            }
        } finally {
            trouble.get();
        }
    }

    private void submit(String key) throws InterruptedException {
        while (true) {
            try {
                var reference = fabric.submission("orders", "work")
                        .idempotencyKey(key)
                        .retry(Retry.fixed(Duration.ZERO).times(1000))
                        .submit();
                submitted.add(reference.id());
                return;
            } catch (EngineException lost) {
                await(5);
            }
        }
    }

    private Optional<byte[]> handle(Task task) throws InterruptedException {
        var id = task.executionId();
        var before = Optional.ofNullable(running.put(id, task));
        if (before.isPresent() && before.get().isOwned()) {
            doubled.add(id);
        }
        if (epochs.merge(id, task.leaseEpoch(), Math::max) != task.leaseEpoch()) {
            doubled.add(id);
        }
        try {
            int lot = ThreadLocalRandom.current().nextInt(100);
            await(lot < 5 ? TTL.toMillis() * 3 / 2 : lot / 10);
            if (lot == 99) {
                throw new TaskFailure("out of luck", "transient");
            }
        } finally {
            running.remove(id, task);
        }
        ended.add(id);
        return Optional.of(id.toString().getBytes(UTF_8));
    }

    /** Injects faults: leases expire and the store becomes unavailable, even in a short run. Answers how often. */
    private int makeTrouble(long end) throws Exception {
        var dice = new Random();
        try {
            loseRenewals();
            outage.happen();
            int outages = 1;
            while (System.nanoTime() - end < 0) {
                int lot = dice.nextInt(10);
                if (lot == 0) {
                    outage.happen();
                    outages++;
                } else if (lot == 1) {
                    loseRenewals();
                } else {
                    revokeSomething();
                }
                await(dice.nextInt(200));
            }
            return outages;
        } finally {
            engine.renewalsGetLost = false;
            engine.loss = 0;
        }
    }

    private void loseRenewals() throws InterruptedException {
        engine.renewalsGetLost = true;
        await(TTL.toMillis() * 3 / 2);
        engine.renewalsGetLost = false;
    }

    private void revokeSomething() {
        running.keySet().stream().findAny().ifPresent(id -> {
            try {
                fabric.engine().call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, "trouble"));
            } catch (EngineException missed) {
                // It has ended meanwhile, or the call failed; other faults will follow.
            }
        });
    }

    private void await(long millis) throws InterruptedException {
        never.await(millis, TimeUnit.MILLISECONDS);
    }
}

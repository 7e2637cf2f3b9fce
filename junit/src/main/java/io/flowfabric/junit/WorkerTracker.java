package io.flowfabric.junit;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.worker.MarkWorkerDead;
import io.flowfabric.model.op.worker.RegisterWorker;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Tracks the live workers of a fabric, and signals a change whenever one of their calls has ended. */
final class WorkerTracker implements Layer {
    private final Map<WorkerInstanceId, RegisterWorker> present = new ConcurrentHashMap<>();
    private final Set<WorkerInstanceId> dead = ConcurrentHashMap.newKeySet();
    private final Set<Lost> lost = ConcurrentHashMap.newKeySet();
    private long changes;

    /** A lease whose claim answer was lost, so that its worker does not know of it. */
    private record Lost(ExecutionId execution, long epoch) {}

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        try {
            R answer = next.call(operation, arguments);
            note(operation, arguments);
            return answer;
        } finally {
            changed();
        }
    }

    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        var call = next.callAsync(operation, arguments);
        call.whenComplete((answer, failure) -> {
            if (failure == null) {
                note(operation, arguments);
            }
            changed();
        });
        return call;
    }

    private void note(Operation<?, ?> operation, Object arguments) {
        if (operation == Catalogue.REGISTER_WORKER && arguments instanceof RegisterWorker worker) {
            present.put(worker.workerInstanceId(), worker);
        } else if (operation == Catalogue.MARK_WORKER_DEAD && arguments instanceof MarkWorkerDead worker) {
            present.remove(worker.workerInstanceId());
        }
    }

    void lose(Claim claim) {
        lost.add(new Lost(claim.executionId(), claim.leaseEpoch()));
        changed();
    }

    boolean isLost(ExecutionId execution, long epoch) {
        return lost.contains(new Lost(execution, epoch));
    }

    void bury(WorkerInstanceId worker) {
        dead.add(worker);
        changed();
    }

    boolean isDead(WorkerInstanceId worker) {
        return dead.contains(worker);
    }

    boolean isPresent(WorkerInstanceId worker) {
        return present.containsKey(worker) && !isDead(worker);
    }

    /** Whether a live worker might claim the execution. */
    boolean isServed(Execution execution) {
        var identity = execution.identity();
        return present.values().stream()
                .filter(worker -> !isDead(worker.workerInstanceId()))
                .anyMatch(worker -> worker.namespace().equals(identity.namespace())
                        && worker.lanes().contains(identity.lane())
                        && worker.capabilities().satisfies(identity.requiredCapabilities()));
    }

    Iterable<RegisterWorker> workers() {
        return present.values();
    }

    private synchronized void changed() {
        changes++;
        notifyAll();
    }

    /** The number of changes; every call that ends is one. */
    synchronized long changes() {
        return changes;
    }

    /** Waits until there are more changes than {@code seen}; false when there was none in time. */
    synchronized boolean awaitChange(long seen, long nanos) {
        long deadline = System.nanoTime() + nanos;
        try {
            while (changes == seen) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

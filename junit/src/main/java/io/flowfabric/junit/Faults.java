package io.flowfabric.junit;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.fenced.FenceTriple;
import io.flowfabric.model.op.fenced.RenewLease;
import io.flowfabric.sdk.ExecutionReference;
import io.flowfabric.sdk.worker.Worker;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Injects faults into a test's fabric. A fault of a call hits the next call of its operation, by any thread, or the
 * next batch of such calls; several are used up in order. The test fails at its end if a fault was never hit.
 *
 * <pre>{@code
 * faults.loseAnswer(Catalogue.COMPLETE);
 * var order = fabric.submit("orders", "charge", "o-1");
 * clock.advance(Duration.ZERO);
 * assertThat(order).completedWith("paid");     // the worker repeated the call, and the engine recognised it
 * assertThat(charges).containsExactly("o-1");
 * }</pre>
 */
public final class Faults {
    private final Engine engine;
    private final WorkerTracker workers;
    private final TestClock clock;
    private final FaultLayer layer;

    Faults(Engine engine, WorkerTracker workers, TestClock clock) {
        this.engine = engine;
        this.workers = workers;
        this.clock = clock;
        this.layer = new FaultLayer(workers);
    }

    /** The next call of the operation never arrives: it fails with a transport error, and nothing happens. */
    public void failNext(Operation<?, ?> operation) {
        layer.order(new Fault(operation, Fault.Kind.NEVER_ARRIVES));
    }

    /** The answer of the next call of the operation is lost: it is carried out, and fails with a transport error. */
    public void loseAnswer(Operation<?, ?> operation) {
        layer.order(new Fault(operation, Fault.Kind.ANSWER_LOST));
    }

    /**
     * Kills a worker, as if its process died: none of its calls arrives any longer, its handlers are interrupted and
     * their outcomes dropped. Its executions can be reclaimed when their leases have expired: advance the clock.
     */
    public void kill(Worker worker) {
        workers.bury(worker.instanceId());
        worker.stop(Duration.ZERO);
    }

    /**
     * Expires the lease on an execution at once, while its holder goes on: shortens the lease to a millisecond and
     * moves the clock by as much.
     *
     * @throws IllegalStateException if the execution is not leased
     */
    public void expireLease(ExecutionReference execution) {
        var known = engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(execution.id()));
        var lease = known.flatMap(snapshot -> snapshot.currentLease())
                .orElseThrow(() -> new IllegalStateException(
                        "There is no lease to expire: execution %s is %s. Wait until a worker has started it."
                                .formatted(
                                        execution.id(),
                                        known.map(snapshot ->
                                                        snapshot.publicState().literal())
                                                .orElse("unknown"))));
        var attempt = known.orElseThrow().currentAttempt().orElseThrow();
        var fence = new FenceTriple(
                Optional.of(lease.leaseId()), OptionalLong.of(lease.leaseEpoch()), Optional.of(attempt.attemptId()));
        engine.call(
                Catalogue.RENEW_LEASE, new RenewLease(execution.id(), Optional.of(fence), attempt.attemptIndex(), 1));
        clock.jump(Duration.ofMillis(1));
    }

    Layer layer() {
        return layer;
    }

    /** Fails if a fault was never hit. */
    void requireAllMet() {
        layer.requireAllMet();
    }
}

package io.flowfabric.junit;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.FenceTriple;
import io.flowfabric.model.op.RenewLease;
import io.flowfabric.sdk.ExecutionReference;
import io.flowfabric.sdk.Worker;
import io.flowfabric.sdk.layer.Layer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Breaks things in a test's fabric, as networks and machines do. A fault of a call hits the next call of its operation, by
 * whichever thread, or the next batch of such calls; several wait in turn. The test fails in the end if one was never met.
 *
 * <pre>{@code
 * faults.loseAnswer(Catalogue.COMPLETE);
 * var order = fabric.submit("orders", "charge", "o-1");
 * clock.advance(Duration.ZERO);
 * assertThat(order).completedWith("paid");     // the worker repeated itself, and was understood
 * assertThat(charges).containsExactly("o-1");
 * }</pre>
 */
public final class Faults {
    private final Engine engine;
    private final Attendance attendance;
    private final TestClock clock;
    private final FaultLayer layer;

    Faults(Engine engine, Attendance attendance, TestClock clock) {
        this.engine = engine;
        this.attendance = attendance;
        this.clock = clock;
        this.layer = new FaultLayer(attendance);
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
     * their outcomes dropped. What it held is free for others when its leases have run out: advance the clock.
     */
    public void kill(Worker worker) {
        attendance.bury(worker.instanceId());
        worker.stop(Duration.ZERO);
    }

    /**
     * Lets the lease on an execution run out at once, while its holder goes on: moves the clock by a millisecond, which
     * is then all that is left of the lease.
     *
     * @throws IllegalStateException if nobody holds a lease on it
     */
    public void expireLease(ExecutionReference execution) {
        var known = engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(execution.id()));
        var lease = known.flatMap(snapshot -> snapshot.currentLease())
                .orElseThrow(() -> new IllegalStateException(
                        "There is no lease to expire: execution %s is %s. Wait until a worker has begun it."
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

    /** Fails when a fault was ordered that no call has met. */
    void requireAllMet() {
        layer.requireAllMet();
    }
}

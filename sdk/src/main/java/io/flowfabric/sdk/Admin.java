package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.listing.ExpiredLease;
import io.flowfabric.model.op.listing.ExpiredLeaseCursor;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.operator.ChangePriority;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.RevokeOutcome;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.sdk.internal.Pages;
import io.flowfabric.sdk.worker.Worker;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What an operator does: inspect executions, workers and leases, and intervene.
 *
 * <pre>{@code
 * fabric.admin().expiredLeases().forEach(lease -> log.warn("no worker holds {}", lease.executionId()));
 * fabric.admin().cancel(id, "the customer changed his mind");
 * }</pre>
 *
 * <p>Every method fails with an {@link io.flowfabric.model.error.EngineException} if the execution is unknown, its
 * state does not allow the step, or the store cannot be reached. The streams read page by page as they are consumed,
 * hold nothing open, and show what changes meanwhile at most once. Safe for use by any thread.
 */
public final class Admin {
    private static final int PAGE = 500;

    private final Engine engine;
    private final Namespace namespace;

    Admin(Engine engine, Namespace namespace) {
        this.engine = engine;
        this.namespace = namespace;
    }

    /** Everything about an execution but its payload and result; empty if it is not stored here. */
    public Optional<ExecutionSnapshot> describe(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, ref(id));
    }

    /** Every attempt at an execution, by index. */
    public List<Attempt> attempts(ExecutionId id) {
        return engine.call(Catalogue.LIST_ATTEMPTS, ref(id));
    }

    /**
     * Ends an execution for good, leased or not. The holder's task learns of it, and its later calls have no effect.
     */
    public void cancel(ExecutionId id, String reason) {
        engine.call(
                Catalogue.CANCEL_EXECUTION,
                CancelExecution.byOperator(Objects.requireNonNull(id, "id"), Objects.requireNonNull(reason, "reason")));
    }

    /**
     * Starts an ended execution again, as a new attempt; its counters and its epoch go on. Right after a cancel the new
     * attempt may begin before the cancelled task has learnt of the cancel.
     */
    public void replay(ExecutionId id) {
        engine.call(Catalogue.REPLAY_EXECUTION, ref(id));
    }

    /** Changes the priority of a waiting execution within its lane; higher goes first, bounded to 0 … 9000. */
    public void changePriority(ExecutionId id, int priority) {
        engine.call(Catalogue.CHANGE_PRIORITY, new ChangePriority(Objects.requireNonNull(id, "id"), priority));
    }

    /**
     * Revokes the lease on an execution; the holder's task learns of it and its later calls have no effect. Another
     * worker can claim the execution once the holder, if it is a {@link Worker}, has learnt of it, or at the end of the
     * lease.
     *
     * @return false if the execution was not leased
     */
    public boolean revoke(ExecutionId id, String reason) {
        return engine.call(
                        Catalogue.REVOKE_LEASE,
                        RevokeLease.ofAnybody(
                                Objects.requireNonNull(id, "id"), Objects.requireNonNull(reason, "reason")))
                instanceof RevokeOutcome.Revoked;
    }

    /** The ids of all stored executions, of every namespace, in the order of their text. */
    public Stream<ExecutionId> executions() {
        return Pages.stream((Optional<ExecutionId> after) -> {
            var page = engine.call(Catalogue.LIST_EXECUTIONS, new ListExecutions(OptionalInt.empty(), after, PAGE));
            return new Pages.Page<>(page.executions(), page.nextCursor());
        });
    }

    /** Every lane that was ever used, by name. */
    public Stream<LaneId> lanes() {
        return Pages.stream((Optional<LaneId> after) -> {
            var page = engine.call(Catalogue.LIST_LANES, new ListLanes(after, PAGE));
            return new Pages.Page<>(page.lanes(), page.nextCursor());
        });
    }

    /** The live workers of this namespace. */
    public Stream<WorkerEntry> workers() {
        return Pages.stream((Optional<WorkerKey> after) -> {
            var page = engine.call(Catalogue.LIST_WORKERS, new ListWorkers(Optional.of(namespace), after, PAGE));
            return new Pages.Page<>(page.entries(), page.cursor());
        });
    }

    /** Expired leases of this namespace that were not reclaimed yet, the longest expired first. */
    public Stream<ExpiredLease> expiredLeases() {
        return Pages.stream((Optional<ExpiredLeaseCursor> after) -> {
            var page = engine.call(
                    Catalogue.LIST_EXPIRED_LEASES,
                    new ListExpiredLeases(OptionalLong.empty(), after, PAGE, Optional.of(namespace)));
            return new Pages.Page<>(page.entries(), page.cursor());
        });
    }

    private static ExecutionRef ref(ExecutionId id) {
        return new ExecutionRef(Objects.requireNonNull(id, "id"));
    }
}

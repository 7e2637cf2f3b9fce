package io.flowfabric.engine.ops;

import io.flowfabric.model.Literal;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Lease;
import io.flowfabric.model.execution.LeaseHolder;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** The fields of an execution record as text, by the names under which other programs ask for them. */
final class CoreFields {
    private interface Field extends Function<Execution, Optional<String>> {}

    private static final Map<String, Field> FIELDS = Map.ofEntries(
            field("execution_id", e -> text(e.id())),
            field("namespace", e -> text(e.identity().namespace())),
            field("lane_id", e -> text(e.identity().lane())),
            field("current_lane", e -> text(e.identity().lane())),
            field("flow_id", e -> e.identity().flowId().map(Object::toString)),
            field("required_capabilities", e -> text(e.identity().requiredCapabilities())),
            field("priority", e -> text(e.priority())),
            field("lifecycle_phase", e -> text(e.vector().phase())),
            field("ownership_state", e -> text(e.vector().ownership())),
            field("eligibility_state", e -> text(e.vector().eligibility())),
            field("blocking_reason", e -> text(e.vector().blockingReason())),
            field("terminal_outcome", e -> text(e.vector().outcome())),
            field("attempt_state", e -> text(e.vector().attemptState())),
            field("public_state", e -> text(e.publicState())),
            field("blocking_detail", e -> text(e.blockingDetail())),
            field("total_attempt_count", e -> text(e.counters().attempts())),
            field("retry_count", e -> text(e.counters().retries())),
            field("replay_count", e -> text(e.counters().replays())),
            field("lease_reclaim_count", e -> text(e.counters().reclaims())),
            field("current_attempt_index", e -> number(e.current().index())),
            field("current_attempt_id", e -> e.currentAttemptId().map(Object::toString)),
            field("current_lease_epoch", e -> text(e.leaseEpoch())),
            field("current_lease_id", e -> ofHolder(e, LeaseHolder::leaseId)),
            field("current_worker_id", e -> ofHolder(e, LeaseHolder::workerId)),
            field("current_worker_instance_id", e -> ofHolder(e, LeaseHolder::workerInstanceId)),
            field("lease_expires_at", e -> e.lease().map(lease -> Long.toString(lease.expiresAt()))),
            field("lease_last_renewed_at", e -> e.lease().map(lease -> Long.toString(lease.lastRenewedAt()))),
            field("lease_renewal_deadline", e -> e.lease().map(lease -> Long.toString(lease.renewalDeadline()))),
            field("lease_expired_at", e -> e.lease().flatMap(lease -> number(lease.expiredAt()))),
            field("lease_revoked_at", e -> e.lease().flatMap(lease -> number(lease.revokedAt()))),
            field("lease_revoke_reason", e -> e.lease().flatMap(Lease::revokeReason)),
            field("created_at", e -> text(e.timing().createdAt())),
            field("started_at", e -> number(e.timing().startedAt())),
            field("completed_at", e -> number(e.timing().completedAt())),
            field("last_transition_at", e -> text(e.timing().lastTransitionAt())),
            field("last_mutation_at", e -> text(e.timing().lastMutationAt())),
            field("delay_until", e -> number(e.alarms().delayUntil())),
            field("execution_deadline_at", e -> number(e.alarms().deadlineAt())),
            field("attempt_timeout_at", e -> number(e.alarms().attemptTimeoutAt())),
            field("pending_retry_reason", e -> e.pending().retryReason()),
            field("pending_replay_reason", e -> e.pending().replayReason()),
            field("pending_replay_requested_by", e -> e.pending().replayRequestedBy()),
            field("pending_previous_attempt_index", e -> number(e.pending().previousAttemptIndex())),
            field("progress_pct", e -> number(e.progress().percent())),
            field("progress_message", e -> e.progress().message()),
            field("progress_updated_at", e -> number(e.progress().updatedAt())),
            field("failure_reason", e -> e.ending().failureReason()),
            field("cancellation_reason", e -> e.ending().cancellationReason()),
            field("cancel_reason", e -> e.ending().cancellationReason()),
            field("cancelled_by", e -> e.ending().cancelledBy()),
            field("last_capability_mismatch_at", e -> number(e.lastCapabilityMismatchAt())));

    private CoreFields() {}

    /** The value of a field; empty when it has none, or when nothing goes by that name. */
    static Optional<String> read(Execution e, String name) {
        Field field = FIELDS.get(name);
        return field == null ? Optional.empty() : field.apply(e);
    }

    private static Map.Entry<String, Field> field(String name, Field field) {
        return Map.entry(name, field);
    }

    private static Optional<String> text(Object value) {
        return Optional.of(value instanceof Literal literal ? literal.literal() : value.toString());
    }

    private static Optional<String> number(OptionalLong value) {
        return value.isPresent() ? Optional.of(Long.toString(value.getAsLong())) : Optional.empty();
    }

    private static Optional<String> number(OptionalInt value) {
        return value.isPresent() ? Optional.of(Integer.toString(value.getAsInt())) : Optional.empty();
    }

    private static Optional<String> ofHolder(Execution e, Function<LeaseHolder, Object> part) {
        return e.leaseHolder().map(part).map(Object::toString);
    }
}

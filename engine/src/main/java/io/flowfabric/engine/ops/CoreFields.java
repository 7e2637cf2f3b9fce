package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.engine.store.read.ExecutionReads;
import io.flowfabric.model.Literal;
import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The fields of an execution record as text, by the names under which other programs ask for them. Input, result and
 * tags are not text and have reads of their own.
 */
final class CoreFields {
    private interface Field extends Function<Execution, Optional<String>> {}

    private static final Map<String, Field> OF_RECORD = Map.ofEntries(
            field("execution_id", e -> text(e.id())),
            field("namespace", e -> text(e.identity().namespace())),
            field("lane_id", e -> text(e.identity().lane())),
            field("current_lane", e -> text(e.identity().lane())),
            field("partition_id", e -> text(e.id().partition())),
            field("flow_id", e -> e.identity().flowId().map(Object::toString)),
            field(
                    "required_capabilities",
                    e -> unlessEmpty(e.identity().requiredCapabilities().csv())),
            field("priority", e -> text(e.priority())),
            field("lifecycle_phase", e -> text(e.vector().phase())),
            field("ownership_state", e -> text(e.vector().ownership())),
            field("eligibility_state", e -> text(e.vector().eligibility())),
            field("blocking_reason", e -> text(e.vector().blockingReason())),
            field("terminal_outcome", e -> text(e.vector().outcome())),
            field("attempt_state", e -> text(e.vector().attemptState())),
            field("public_state", e -> text(e.publicState())),
            field("blocking_detail", e -> unlessEmpty(e.blockingDetail())),
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
            field("lease_acquired_at", e -> number(e.leaseAcquiredAt())),
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
            field("delay_until", e -> number(e.dueTimes().delayUntil())),
            field("execution_deadline_at", e -> number(e.dueTimes().deadlineAt())),
            field("attempt_timeout_at", e -> number(e.dueTimes().attemptTimeoutAt())),
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

    private static final Map<String, Function<ExecutionContent, Optional<String>>> OF_CONTENT = Map.of(
            "execution_kind", content -> Optional.of(content.executionKind()),
            "creator_identity", content -> unlessEmpty(content.creatorIdentity()),
            "payload_encoding", content -> content.input().encoding());

    private static final Map<String, Function<ExecutionPolicy, Optional<String>>> OF_POLICY = Map.of(
            "policy", policy -> Optional.of(PolicyJson.write(policy)),
            "budget_ids",
                    policy -> unlessEmpty(policy.admission().budgetIds().stream()
                            .map(BudgetId::toString)
                            .collect(Collectors.joining(","))),
            "quota_policy_id", policy -> policy.admission().quotaPolicyId().map(QuotaPolicyId::toString));

    private CoreFields() {}

    /** The values of fields; empty for a field without a value, an unknown field, or an unknown execution. */
    static Map<String, Optional<String>> read(ExecutionReads reads, ExecutionId id, List<String> names) {
        var execution = reads.find(id);
        var content = anyOf(OF_CONTENT, names) ? reads.content(id) : Optional.<ExecutionContent>empty();
        var policy = anyOf(OF_POLICY, names) ? reads.policy(id) : Optional.<ExecutionPolicy>empty();
        var values = new LinkedHashMap<String, Optional<String>>();
        for (String name : names) {
            values.put(
                    name,
                    value(OF_RECORD, name, execution)
                            .or(() -> value(OF_CONTENT, name, content))
                            .or(() -> value(OF_POLICY, name, policy)));
        }
        return values;
    }

    private static boolean anyOf(Map<String, ?> fields, List<String> names) {
        return names.stream().anyMatch(fields::containsKey);
    }

    private static <T> Optional<String> value(
            Map<String, ? extends Function<T, Optional<String>>> fields, String name, Optional<T> from) {
        var field = fields.get(name);
        return field == null ? Optional.empty() : from.flatMap(field);
    }

    private static Map.Entry<String, Field> field(String name, Field field) {
        return Map.entry(name, field);
    }

    private static Optional<String> text(Object value) {
        return Optional.of(value instanceof Literal literal ? literal.literal() : value.toString());
    }

    /** For what a record holds as an empty text when it has none. */
    private static Optional<String> unlessEmpty(String value) {
        return Optional.of(value).filter(text -> !text.isEmpty());
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

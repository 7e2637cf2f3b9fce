package io.flowfabric.model.json;

import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.flow.EdgeId;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.suspension.SignalId;
import io.flowfabric.model.suspension.SuspensionId;
import io.flowfabric.model.suspension.TimeoutBehavior;
import io.flowfabric.model.suspension.WaitpointId;
import io.flowfabric.model.suspension.WaitpointKey;
import io.flowfabric.model.suspension.WaitpointToken;
import java.util.List;
import java.util.function.Function;

/**
 * A type whose JSON form is a bare string.
 *
 * @param type the type
 * @param write its text
 * @param read the value of a text; fails with a {@code ValidationException} for one that has none
 */
record TextForm<T>(Class<T> type, Function<T, String> write, Function<String, T> read) {

    static final List<TextForm<?>> ALL = List.of(
            of(ExecutionId.class, ExecutionId::parse),
            of(FlowId.class, FlowId::parse),
            of(BudgetId.class, BudgetId::parse),
            of(QuotaPolicyId.class, QuotaPolicyId::parse),
            of(LeaseId.class, LeaseId::parse),
            of(AttemptId.class, AttemptId::parse),
            of(SignalId.class, SignalId::parse),
            of(WaitpointId.class, WaitpointId::parse),
            of(SuspensionId.class, SuspensionId::parse),
            of(EdgeId.class, EdgeId::parse),
            of(LaneId.class, LaneId::new),
            of(Namespace.class, Namespace::new),
            of(WorkerId.class, WorkerId::new),
            of(WorkerInstanceId.class, WorkerInstanceId::new),
            of(CursorName.class, CursorName::new),
            of(SubscriberId.class, SubscriberId::new),
            of(WaitpointKey.class, WaitpointKey::new),
            of(IdempotencyKey.class, IdempotencyKey::new),
            of(CancelSource.class, CancelSource::of),
            of(EventCursor.class, EventCursor::parse),
            new TextForm<>(WaitpointToken.class, WaitpointToken::reveal, WaitpointToken::of),
            new TextForm<>(TimeoutBehavior.class, TimeoutBehavior::literal, TextForm::timeoutBehavior));

    private static <T> TextForm<T> of(Class<T> type, Function<String, T> read) {
        return new TextForm<>(type, Object::toString, read);
    }

    private static TimeoutBehavior timeoutBehavior(String literal) {
        return TimeoutBehavior.ofLiteral(literal)
                .orElseThrow(() -> EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "timeout_behavior: " + literal,
                                "Use fail, cancel, expire, auto_resume_with_timeout_signal or escalate.")
                        .toException());
    }
}

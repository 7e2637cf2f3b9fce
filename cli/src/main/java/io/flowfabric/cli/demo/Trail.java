package io.flowfabric.cli.demo;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import java.util.List;
import java.util.Optional;

/**
 * What the store holds about one execution of the demo.
 *
 * @param state empty if the store does not know the execution
 * @param events its rows of the outbox, in commit order
 */
record Trail(
        ExecutionId id,
        Optional<PublicState> state,
        Counters counters,
        List<Attempt> attempts,
        List<Event> events,
        Optional<Payload> result) {

    static Trail read(ReadTx tx, ExecutionId id, List<Event> events) {
        var execution = tx.executions().find(id);
        return new Trail(
                id,
                execution.map(Execution::publicState),
                execution.map(Execution::counters).orElse(Counters.ZERO),
                tx.executions().attempts(id, Limits.ATTEMPTS),
                events,
                tx.executions().result(id));
    }

    boolean isCompleted() {
        return state.filter(PublicState.COMPLETED::equals).isPresent();
    }

    long completions() {
        return events.stream().filter(CompletionEvent.class::isInstance).count();
    }

    long successes() {
        return attempts.stream()
                .filter(attempt -> attempt.status() == AttemptStatus.ENDED_SUCCESS)
                .count();
    }

    long attemptsOf(AttemptType type) {
        return attempts.stream().filter(attempt -> attempt.type() == type).count();
    }

    /** The epochs of the leases in the order in which they were acquired. */
    List<Long> epochs() {
        return events.stream()
                .filter(LeaseEvent.class::isInstance)
                .map(LeaseEvent.class::cast)
                .filter(event -> event.type() == LeaseEventType.ACQUIRED || event.type() == LeaseEventType.RECLAIMED)
                .map(event -> event.holder().epoch())
                .toList();
    }
}

package io.flowfabric.engine.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.Literal;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.execution.Execution;
import java.util.List;

/** What a decision says, in the words of the specification. */
public final class Told {
    private Told() {}

    /** The seven dimensions, as a row of the transition table. */
    public static String state(Execution e) {
        var vector = e.vector();
        return String.join(
                " ",
                vector.phase().literal(),
                vector.ownership().literal(),
                vector.eligibility().literal(),
                vector.blockingReason().literal(),
                vector.outcome().literal(),
                vector.attemptState().literal(),
                vector.publicState().literal());
    }

    /** The execution as the decision leaves it; it must have changed it. */
    public static Execution after(Decision<?> decision) {
        var changes = ofExecution(decision);
        assertThat(changes).as("the decision changes the execution").isNotEmpty();
        return changes.get(changes.size() - 1).after();
    }

    /** The attempt that the decision ends. */
    public static Attempt endedAttempt(Decision<?> decision) {
        var ended = ofExecution(decision).stream()
                .flatMap(change -> change.endedAttempt().stream())
                .toList();
        assertThat(ended).as("the decision ends one attempt").hasSize(1);
        return ended.get(0);
    }

    public static List<Change.OfExecution> ofExecution(Decision<?> decision) {
        return decision.changes().stream()
                .filter(Change.OfExecution.class::isInstance)
                .map(Change.OfExecution.class::cast)
                .toList();
    }

    public static <R> R result(Decision<R> decision) {
        return decision.answer().orThrow();
    }

    public static EngineError refusal(Decision<?> decision) {
        assertThat(decision.refusal()).as("the call is refused").isPresent();
        return decision.refusal().orElseThrow();
    }

    /** The call is refused with this code and leaves everything as it was. */
    public static void refusesQuietly(Decision<?> decision, ErrorCode code) {
        assertThat(refusal(decision).code()).isEqualTo(code);
        changesNothing(decision);
    }

    public static void changesNothing(Decision<?> decision) {
        assertThat(decision.changes()).isEmpty();
        assertThat(decision.events()).isEmpty();
    }

    /** The events in order, one line each. */
    public static List<String> events(Decision<?> decision) {
        return decision.events().stream().map(Told::event).toList();
    }

    private static String event(Event event) {
        if (event instanceof LeaseEvent lease) {
            return "lease " + lease.type().literal()
                    + lease.reason().map(reason -> ": " + reason).orElse("")
                    + lease.revokedBy()
                            .map(Literal::literal)
                            .map(by -> " by " + by)
                            .orElse("");
        }
        if (event instanceof CompletionEvent completion) {
            return "completion " + completion.outcome().literal() + (completion.dispatched() ? "" : " to dispatch");
        }
        if (event instanceof OperatorEvent operator) {
            return "operator " + operator.type().literal() + " " + operator.details();
        }
        return "instance_tag " + ((InstanceTagEvent) event).value();
    }
}

package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.id.ExecutionId;
import java.util.Optional;

/** What is to be decided about one execution. */
record Command<R>(ExecutionId id, long weight, Rule<R> rule) implements Weighed {
    /** A rule about one execution, as far as it was found. */
    interface Rule<R> {
        Decision<R> decide(Optional<Loaded> found, long now);
    }

    /** A rule about an execution that must exist. */
    interface RuleOnExisting<R> {
        Decision<R> decide(Loaded loaded, long now);
    }

    /** A command to which an unknown execution is {@code execution_not_found}. */
    static <R> Command<R> onExisting(ExecutionId id, long weight, RuleOnExisting<R> rule) {
        return new Command<>(
                id,
                weight,
                (found, now) -> found.map(loaded -> rule.decide(loaded, now))
                        .orElseGet(() -> Decision.refuse(Calls.notFound(id))));
    }
}

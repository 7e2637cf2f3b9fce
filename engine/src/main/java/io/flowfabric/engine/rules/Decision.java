package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a rule decided: the answer to the caller, what changes, and what the outbox says about it. */
public record Decision<R>(Answer<R> answer, List<Change> changes, List<Event> events) {
    /** An answer that changes nothing. */
    public static <R> Decision<R> of(R result) {
        return new Decision<>(new Answer.Given<>(result), List.of(), List.of());
    }

    /** A refusal that changes nothing. */
    public static <R> Decision<R> refuse(EngineError error) {
        return new Decision<>(new Answer.Refused<>(error), List.of(), List.of());
    }

    public Decision<R> changing(Change... more) {
        return new Decision<>(answer, concat(changes, List.of(more)), events);
    }

    public Decision<R> changing(Optional<? extends Change> maybe) {
        return maybe.isPresent() ? changing(maybe.get()) : this;
    }

    public Decision<R> emitting(Event... more) {
        return new Decision<>(answer, changes, concat(events, List.of(more)));
    }

    public Decision<R> emitting(Optional<? extends Event> maybe) {
        return maybe.isPresent() ? emitting(maybe.get()) : this;
    }

    /** This decision's changes and events, followed by those of the decision that gives the answer. */
    public <S> Decision<S> then(Decision<S> next) {
        return new Decision<>(next.answer, concat(changes, next.changes), concat(events, next.events));
    }

    /** The same decision with another answer in place of a refusal, or of the result. */
    public <S> Decision<S> answering(Function<Answer<R>, Answer<S>> translation) {
        return new Decision<>(translation.apply(answer), changes, events);
    }

    /** The refusal, if it is one. */
    public Optional<EngineError> refusal() {
        return answer instanceof Answer.Refused<R> refused ? Optional.of(refused.error()) : Optional.empty();
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        if (first.isEmpty()) {
            return second;
        }
        var all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }
}

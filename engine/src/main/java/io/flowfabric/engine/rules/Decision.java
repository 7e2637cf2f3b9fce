package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a rule decided.
 *
 * @param answer to the caller
 * @param changes of the records that it was about
 * @param events for the outbox
 * @param followUps commands for other records, carried out after the commit
 */
public record Decision<R>(Answer<R> answer, List<Change> changes, List<Event> events, List<FollowUp> followUps) {
    /** An answer that changes nothing. */
    public static <R> Decision<R> of(R result) {
        return new Decision<>(new Answer.Given<>(result), List.of(), List.of(), List.of());
    }

    /** A refusal that changes nothing. */
    public static <R> Decision<R> refuse(EngineError error) {
        return new Decision<>(new Answer.Refused<>(error), List.of(), List.of(), List.of());
    }

    public Decision<R> changing(Change... more) {
        return new Decision<>(answer, concat(changes, List.of(more)), events, followUps);
    }

    public Decision<R> changing(Optional<? extends Change> maybe) {
        return maybe.isPresent() ? changing(maybe.get()) : this;
    }

    public Decision<R> emitting(Event... more) {
        return new Decision<>(answer, changes, concat(events, List.of(more)), followUps);
    }

    public Decision<R> emitting(Optional<? extends Event> maybe) {
        return maybe.isPresent() ? emitting(maybe.get()) : this;
    }

    public Decision<R> followedBy(FollowUp... more) {
        return new Decision<>(answer, changes, events, concat(followUps, List.of(more)));
    }

    /** This decision's changes, events and follow-ups, followed by those of the decision that gives the answer. */
    public <S> Decision<S> then(Decision<S> next) {
        return new Decision<>(
                next.answer,
                concat(changes, next.changes),
                concat(events, next.events),
                concat(followUps, next.followUps));
    }

    /** The same decision with another answer in place of a refusal, or of the result. */
    public <S> Decision<S> answering(Function<Answer<R>, Answer<S>> translation) {
        return new Decision<>(translation.apply(answer), changes, events, followUps);
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

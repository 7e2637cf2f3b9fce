package io.flowfabric.sdk.event;

import io.flowfabric.model.event.Event;
import io.flowfabric.sdk.internal.RetryDelays;
import io.flowfabric.sdk.internal.StopSignal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands one event after the other to its handler; a failing event is skipped only if the failure handler says so. */
final class EventDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(EventDelivery.class);

    /** The user's callbacks for failures. */
    record Callbacks(EventFailureHandler onFailure, Runnable onGap) {}

    /** A call that is repeated until it succeeds. */
    private interface Action {
        void run() throws Exception;
    }

    private final String name;
    private final EventHandlers handlers;
    private final Callbacks callbacks;
    private final StopSignal stop;

    EventDelivery(String name, EventHandlers handlers, Callbacks callbacks, StopSignal stop) {
        this.name = name;
        this.handlers = handlers;
        this.callbacks = callbacks;
        this.stop = stop;
    }

    /** Answers whether the event is handled or skipped; if not, the cursor was lost or the subscription stops. */
    boolean deliver(Event event, HeldCursor held) {
        return untilDone(
                event.toString(),
                held,
                () -> handlers.handle(event),
                (failure, tries) -> isSkipped(event, failure, tries));
    }

    /** Tells the user that events are missing; answers as {@link #deliver} does. */
    boolean tellGap(HeldCursor held) {
        LOG.warn(
                "Events after {} were trimmed before subscription {} read them; it goes on with the oldest event kept",
                held.position(),
                name);
        return untilDone("a gap", held, callbacks.onGap()::run, (failure, tries) -> false);
    }

    /** Decides whether to give up after a failure. */
    private interface GiveUp {
        boolean after(Throwable failure, int tries);
    }

    private boolean untilDone(String what, HeldCursor held, Action action, GiveUp giveUp) {
        var backoff = new RetryDelays();
        for (int tries = 1; held.isHeld() && !stop.isGiven(); tries++) {
            var attempt = held.whileHeld(() -> failureOf(action));
            if (attempt.isEmpty()) {
                return false;
            }
            if (attempt.get().isEmpty()) {
                return true;
            }
            var failure = attempt.get().get();
            if (held.isHeld() && giveUp.after(failure, tries)) {
                LOG.warn("Subscription {} skips {} after {} tries", name, what, tries, failure);
                return true;
            }
            pause(what, tries, failure, backoff.nextNanos());
        }
        return false;
    }

    private void pause(String what, int tries, Throwable failure, long nanos) {
        if (tries == 1) {
            LOG.warn("Subscription {} failed on {} and tries again", name, what, failure);
        } else {
            LOG.warn(
                    "Subscription {} failed on {} {} times, next try in {} ms: {}",
                    name,
                    what,
                    tries,
                    TimeUnit.NANOSECONDS.toMillis(nanos),
                    failure.toString());
        }
        stop.pause(nanos);
    }

    private boolean isSkipped(Event event, Throwable failure, int tries) {
        try {
            return callbacks.onFailure().decide(event, failure, tries) == EventFailureHandler.Verdict.SKIP;
        } catch (RuntimeException undecided) {
            LOG.warn(
                    "Subscription {} got a failure from its failure handler for {}; the event is tried again",
                    name,
                    event,
                    undecided);
            return false;
        }
    }

    /** Catches errors too: a subscription must not stop silently. */
    private static Optional<Throwable> failureOf(Action action) {
        try {
            action.run();
            return Optional.empty();
        } catch (Throwable failed) {
            return Optional.of(failed);
        }
    }
}

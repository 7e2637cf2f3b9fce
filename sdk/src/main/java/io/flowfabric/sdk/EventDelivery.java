package io.flowfabric.sdk;

import io.flowfabric.model.event.Event;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands one event after the other to its handler, and does not pass one that fails unless it is told to. */
final class EventDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(EventDelivery.class);

    /** What the user is told of what goes wrong. */
    record Concerns(EventFailureHandler onFailure, Runnable onGap) {}

    /** A try at something. */
    private interface Action {
        void run() throws Exception;
    }

    private final String name;
    private final EventHandlers handlers;
    private final Concerns concerns;
    private final StopSignal stop;

    EventDelivery(String name, EventHandlers handlers, Concerns concerns, StopSignal stop) {
        this.name = name;
        this.handlers = handlers;
        this.concerns = concerns;
        this.stop = stop;
    }

    /** Answers whether the event is done with; if not, the cursor was lost or it is time to stop. */
    boolean deliver(Event event, CursorTenure tenure) {
        return untilDone(
                event.toString(),
                tenure,
                () -> handlers.handle(event),
                (failure, tries) -> isSkipped(event, failure, tries));
    }

    /** Tells that events are missing; answers as {@link #deliver} does. */
    boolean tellGap(CursorTenure tenure) {
        LOG.warn(
                "Events behind {} were trimmed before subscription {} came to them; it goes on with the oldest kept",
                tenure.position(),
                name);
        return untilDone("a gap", tenure, concerns.onGap()::run, (failure, tries) -> false);
    }

    /** What to do about a failure. */
    private interface Surrender {
        boolean gives(Throwable failure, int tries);
    }

    private boolean untilDone(String what, CursorTenure tenure, Action action, Surrender surrender) {
        var backoff = new Backoff();
        for (int tries = 1; tenure.isHeld() && !stop.isGiven(); tries++) {
            var attempt = tenure.whileHeld(() -> failureOf(action));
            if (attempt.isEmpty()) {
                return false;
            }
            if (attempt.get().isEmpty()) {
                return true;
            }
            var failure = attempt.get().get();
            if (tenure.isHeld() && surrender.gives(failure, tries)) {
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
            return concerns.onFailure().decide(event, failure, tries) == EventFailureHandler.Verdict.SKIP;
        } catch (RuntimeException undecided) {
            LOG.warn("Subscription {} could not decide about {}, which is tried again", name, event, undecided);
            return false;
        }
    }

    /** Errors too: a subscription that has silently ceased to listen is worse than one that complains. */
    private static Optional<Throwable> failureOf(Action action) {
        try {
            action.run();
            return Optional.empty();
        } catch (Throwable failed) {
            return Optional.of(failed);
        }
    }
}

package io.flowfabric.engine.layer;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The state of a circuit breaker. Every change of state begins a new period, and a call shows the period in which it
 * was let through when it ends; so a late one does not pass for the trial.
 */
final class Circuit {
    private enum State {
        CLOSED,
        OPEN,
        TRIAL
    }

    private final int threshold;
    private final long coolDownNanos;
    private final LongSupplier nanoClock;
    private State state = State.CLOSED;
    private long period;
    private int errors;
    private long openedAt;

    Circuit(int threshold, long coolDownNanos, LongSupplier nanoClock) {
        this.threshold = threshold;
        this.coolDownNanos = coolDownNanos;
        this.nanoClock = nanoClock;
    }

    /** Lets a call through and answers the period, or rejects it. */
    synchronized long enter(Operation<?, ?> operation) {
        if (state == State.OPEN && coolDownLeft() <= 0) {
            change(State.TRIAL);
        } else if (state != State.CLOSED) {
            throw rejection(operation);
        }
        return period;
    }

    synchronized void answered(long pass) {
        if (pass == period) {
            errors = 0;
            closeAfterTrial();
        }
    }

    synchronized void refused(long pass) {
        if (pass == period) {
            closeAfterTrial();
        }
    }

    synchronized void unreachable(long pass) {
        if (pass == period && (state == State.TRIAL || ++errors >= threshold)) {
            openedAt = nanoClock.getAsLong();
            change(State.OPEN);
        }
    }

    private void closeAfterTrial() {
        if (state == State.TRIAL) {
            change(State.CLOSED);
        }
    }

    private void change(State next) {
        state = next;
        errors = 0;
        period++;
    }

    private long coolDownLeft() {
        return coolDownNanos - (nanoClock.getAsLong() - openedAt);
    }

    private EngineException rejection(Operation<?, ?> operation) {
        String wayOut = state == State.TRIAL
                ? "A trial call to the store is under way; retry when it has ended."
                : "The store could not be reached; a call is let through again in %d ms."
                        .formatted(Duration.ofNanos(coolDownLeft()).toMillis() + 1);
        return EngineError.of(ErrorCode.TRANSPORT, "circuit open", "%s was not called. %s".formatted(operation, wayOut))
                .with("backend", "ff-sdk-layer")
                .with("transport_kind", TransportKind.TRANSPORT.literal())
                .toException();
    }
}

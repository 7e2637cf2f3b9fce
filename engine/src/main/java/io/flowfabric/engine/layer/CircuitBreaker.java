package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.TransportException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Protects a store that cannot be reached: after several transport errors in a row it is <em>open</em> and rejects
 * calls, with a transport error of backend {@code ff-sdk-layer} that says {@code circuit open}. When it has cooled down
 * one call is let through as a trial. A transport error opens it again, any other end closes it.
 *
 * <p>Refusals by the engine neither count nor end a row of errors; an answer ends it. Calls that were let through
 * before the last change from open to closed or back are not counted.
 */
public final class CircuitBreaker implements Layer {
    private static final int THRESHOLD = 5;
    private static final Duration COOL_DOWN = Duration.ofSeconds(30);

    private final Circuit circuit;

    /** Opens after 5 errors, for 30 seconds. */
    public CircuitBreaker() {
        this(THRESHOLD, COOL_DOWN);
    }

    /** Opens after {@code threshold} errors, less than 1 counting as 1, for the time of {@code coolDown}. */
    public CircuitBreaker(int threshold, Duration coolDown) {
        this(threshold, coolDown, System::nanoTime);
    }

    /** As above, by a monotonic clock in nanoseconds. */
    public CircuitBreaker(int threshold, Duration coolDown, LongSupplier nanoClock) {
        this.circuit = new Circuit(Math.max(1, threshold), coolDown.toNanos(), nanoClock);
    }

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        long pass = circuit.enter(operation);
        try {
            R answer = next.call(operation, arguments);
            circuit.answered(pass);
            return answer;
        } catch (TransportException unreachable) {
            circuit.unreachable(pass);
            throw unreachable;
        } catch (RuntimeException | Error other) {
            circuit.refused(pass);
            throw other;
        }
    }

    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        long pass;
        try {
            pass = circuit.enter(operation);
        } catch (TransportException open) {
            return CompletableFuture.failedFuture(open);
        }
        var answer = next.callAsync(operation, arguments);
        answer.whenComplete((found, failure) -> {
            if (failure == null) {
                circuit.answered(pass);
            } else if (failure instanceof TransportException) {
                circuit.unreachable(pass);
            } else {
                circuit.refused(pass);
            }
        });
        return answer;
    }
}

package io.flowfabric.sdk;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.internal.Decoding;
import io.flowfabric.sdk.payload.PayloadException;
import io.flowfabric.sdk.payload.TypeToken;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A reference to an execution, to wait for its end. Holds nothing open; safe for use by any thread. */
public sealed class ExecutionReference permits Submitted {
    /** The longest one call to the engine may wait. */
    private static final long LONGEST_SLICE_MS = Limits.WAIT_MS;

    private final FabricParts fabric;
    private final ExecutionId id;

    ExecutionReference(FabricParts fabric, ExecutionId id) {
        this.fabric = fabric;
        this.id = Objects.requireNonNull(id, "id");
    }

    /** The execution. */
    public final ExecutionId id() {
        return id;
    }

    /**
     * Waits until the execution has ended and answers its result, as the codec reads it: a {@code byte[]} as it is, a
     * {@code String} from UTF-8, anything else from JSON, unless {@link FabricOptions#codec()} is another.
     *
     * @throws ExecutionFailedException if it ended otherwise than by completing
     * @throws AwaitTimeoutException if it did not end in time; it goes on
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it completed without a result, or
     *     with one of another type
     * @throws io.flowfabric.model.error.EngineException if the execution is unknown or the store cannot be reached, and
     *     with {@code timeout} if the thread was interrupted
     */
    public final <T> T await(Class<T> type, Duration timeout) {
        return await(TypeToken.of(type), timeout);
    }

    /** As {@link #await(Class, Duration)}, for a result whose type has parameters. */
    public final <T> T await(TypeToken<T> type, Duration timeout) {
        Objects.requireNonNull(type, "type");
        return result(awaitEnd(timeout), type);
    }

    /**
     * Completes with the result once the execution has ended, and holds no thread until then. It fails as
     * {@link #await(Class, Duration)} does, and with {@code unavailable} if the {@link FlowFabric} is closed before.
     * There is no timeout unless the caller adds one.
     *
     * <pre>{@code
     * fabric.submit("orders", "charge-card", charge)
     *       .result(Receipt.class)
     *       .thenAccept(receipt -> mail(receipt));
     * }</pre>
     */
    public final <T> CompletionStage<T> result(Class<T> type) {
        return result(TypeToken.of(type));
    }

    /** As {@link #result(Class)}, for a result whose type has parameters. */
    public final <T> CompletionStage<T> result(TypeToken<T> type) {
        Objects.requireNonNull(type, "type");
        return whenEnded().thenApply(ending -> result(ending, type));
    }

    /**
     * Completes when the execution has ended, in any way, and holds no thread until then. It is woken by the event of
     * the end. It fails with an {@link io.flowfabric.model.error.EngineException}: {@code execution_not_found}, also
     * for an execution whose transaction is not committed yet, or {@code unavailable} if the {@link FlowFabric} is
     * closed before.
     */
    public final CompletionStage<Ending> whenEnded() {
        return fabric.endings().of(id);
    }

    private <T> T result(Ending ending, TypeToken<T> type) {
        if (!ending.isCompleted()) {
            throw new ExecutionFailedException(id, ending);
        }
        var result = ending.result()
                .orElseThrow(() -> new PayloadException(
                        "execution %s completed without a result".formatted(id),
                        "There is nothing to read as %s; use awaitEnd(timeout) instead.".formatted(type)));
        return Decoding.as(type, fabric.codec(), result);
    }

    /**
     * Waits until the execution has ended, in any way, and answers how it ended.
     *
     * @throws AwaitTimeoutException if it did not end in time; it goes on
     * @throws io.flowfabric.model.error.EngineException if the execution is unknown or the store cannot be reached, and
     *     with {@code timeout} if the thread was interrupted
     */
    public final Ending awaitEnd(Duration timeout) {
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(timeout, "timeout"));
        long begin = System.nanoTime();
        while (true) {
            long left = timeoutNanos - (System.nanoTime() - begin);
            var slice = new AwaitResultRequest(id, sliceMs(left));
            if (fabric.engine().call(Catalogue.AWAIT_RESULT, slice) instanceof AwaitResultOutcome.Ended ended) {
                return Ending.of(ended);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted();
            }
            if (timeoutNanos - (System.nanoTime() - begin) <= 0) {
                throw new AwaitTimeoutException(id, timeout);
            }
        }
    }

    /**
     * Everything about the execution as it is now; empty if it is unknown, or was purged after its end.
     *
     * @throws io.flowfabric.model.error.EngineException if the store cannot be reached
     */
    public final Optional<ExecutionSnapshot> describe() {
        return fabric.engine().call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id));
    }

    /**
     * Every attempt at the execution, the first one first; none if it is unknown.
     *
     * @throws io.flowfabric.model.error.EngineException if the store cannot be reached
     */
    public final List<Attempt> attempts() {
        return fabric.engine().call(Catalogue.LIST_ATTEMPTS, new ExecutionRef(id));
    }

    private static long sliceMs(long nanos) {
        // Rounded up: with 0 ms left the loop would spin for the rest of the millisecond.
        long ms = TimeUnit.NANOSECONDS.toMillis(nanos) + (nanos % 1_000_000 > 0 ? 1 : 0);
        return Math.max(0, Math.min(ms, LONGEST_SLICE_MS));
    }

    private RuntimeException interrupted() {
        return EngineError.of(
                        ErrorCode.TIMEOUT,
                        "interrupted",
                        "The thread was interrupted while it waited for execution %s, which goes on.".formatted(id))
                .toException();
    }

    /** The id of the execution. */
    @Override
    public final String toString() {
        return id.toString();
    }
}

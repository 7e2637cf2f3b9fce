package io.flowfabric.engine.layer;

import io.flowfabric.model.error.EngineException;
import java.util.Optional;

/**
 * How a call ended.
 *
 * @param failure what it threw; empty when it was answered
 */
public record CallResult(Optional<Throwable> failure) {
    /** It was answered. */
    public static final CallResult OK = new CallResult(Optional.empty());

    private static final String UNKNOWN = "unknown";

    /** It threw this. */
    public static CallResult failed(Throwable failure) {
        return new CallResult(Optional.of(failure));
    }

    /** Whether it was answered. */
    public boolean isOk() {
        return failure.isEmpty();
    }

    /**
     * {@code ok}, or the kind of the error: {@code not_found}, {@code validation}, {@code contention}, {@code conflict},
     * {@code state}, {@code bug}, {@code transport}, {@code unavailable}, {@code resource_exhausted} or {@code timeout};
     * {@code unknown} for everything else.
     */
    public String category() {
        return failure.map(CallResult::categoryOf).orElse("ok");
    }

    private static String categoryOf(Throwable failure) {
        if (!(failure instanceof EngineException refused)) {
            return UNKNOWN;
        }
        return switch (refused.kind()) {
            case STREAM_DISCONNECTED, STREAM_BACKPRESSURE -> UNKNOWN;
            default -> refused.kind().literal();
        };
    }
}

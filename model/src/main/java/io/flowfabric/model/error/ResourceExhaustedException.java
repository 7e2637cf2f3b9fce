package io.flowfabric.model.error;

import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bounded pool or queue is full. Nothing was written; try again later. */
public final class ResourceExhaustedException extends EngineException {

    private static final long serialVersionUID = 1L;

    /** What is exhausted. The literals are a public contract. */
    public enum Resource implements Literal {
        /** Permits of a pool or a rate: as many calls of a sort are under way as are allowed. Over HTTP 429. */
        PERMITS,
        /** Memory of the process for what waits, of all callers together. Over HTTP 503. */
        MEMORY;

        private final String literal = name().toLowerCase(Locale.ROOT);

        @Override
        public String literal() {
            return literal;
        }
    }

    private static final String RESOURCE = "resource";
    private static final String POOL = "pool";
    private static final String MAX = "max";
    private static final String RETRY_AFTER_MS = "retry_after_ms";

    /**
     * Carries an error of kind {@link ErrorKind#RESOURCE_EXHAUSTED}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public ResourceExhaustedException(EngineError error) {
        this(error, "", null);
    }

    /** All {@code max} permits of the pool named {@code pool} are taken. */
    public ResourceExhaustedException(String pool, long max, Optional<Duration> retryAfter) {
        this(describe(Resource.PERMITS, pool, max, retryAfter), "", null);
    }

    /** What waits in memory in the queue named {@code queue} has reached its {@code max}, of calls or of bytes. */
    public static ResourceExhaustedException ofMemory(String queue, long max, Duration retryAfter) {
        return new ResourceExhaustedException(describe(Resource.MEMORY, queue, max, Optional.of(retryAfter)), "", null);
    }

    private ResourceExhaustedException(EngineError error, String context, @Nullable Throwable cause) {
        super(ErrorKind.RESOURCE_EXHAUSTED, error, context, cause);
    }

    /** What is exhausted; permits when the error does not say. */
    public Resource resource() {
        return error().named(RESOURCE)
                .flatMap(literal -> Literals.parse(Resource.class, literal))
                .orElse(Resource.PERMITS);
    }

    /** What is full, or empty when the error does not say. */
    public String pool() {
        return error().named(POOL).orElse("");
    }

    /** How much the pool holds, or 0 when the error does not say. */
    public long max() {
        return error().number(MAX).orElse(0L);
    }

    /** How long to wait before trying again, when that is known. */
    public Optional<Duration> retryAfter() {
        return error().number(RETRY_AFTER_MS).map(Duration::ofMillis);
    }

    @Override
    public ResourceExhaustedException withContext(String label) {
        return new ResourceExhaustedException(error(), labelled(label), this);
    }

    private static EngineError describe(Resource resource, String pool, long max, Optional<Duration> retryAfter) {
        var details = new LinkedHashMap<String, String>();
        details.put(RESOURCE, resource.literal());
        details.put(POOL, pool);
        details.put(MAX, Long.toString(max));
        retryAfter.ifPresent(wait -> details.put(RETRY_AFTER_MS, Long.toString(wait.toMillis())));
        String wayOut = retryAfter
                .map(wait -> "Try again in " + wait.toMillis() + " ms.")
                .orElse("Try again later, or raise its limit.");
        return new EngineError(ErrorCode.RESOURCE_EXHAUSTED, pool + " is full at " + max, details, wayOut);
    }
}

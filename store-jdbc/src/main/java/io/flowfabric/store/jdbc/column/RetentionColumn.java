package io.flowfabric.store.jdbc.column;

import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.StreamPolicy;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How long an ended execution is kept by its own policy, as a column. */
public final class RetentionColumn {
    /** Long enough to mean "for ever", and short enough to be added to a moment. */
    private static final long LONGEST = Long.MAX_VALUE / 2;

    private RetentionColumn() {}

    /** {@code null} when the policy says nothing. */
    public static @Nullable Long of(ExecutionPolicy policy) {
        var ttl = policy.handling()
                .streamPolicy()
                .map(StreamPolicy::retentionTtlMs)
                .orElse(OptionalLong.empty());
        return ttl.isPresent() ? Math.min(ttl.getAsLong(), LONGEST) : null;
    }
}

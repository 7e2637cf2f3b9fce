package io.flowfabric.engine.rules.record;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.Times;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.policy.StreamPolicy;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;
import java.util.OptionalLong;

/** 02 §15 — how long an ended execution is kept. */
public final class RetentionRules {
    private static final long LEAST_OUTLIVED_MS = 3_600_000;

    /** Stores add it to a moment, which must not overflow. */
    private static final long MOST_OUTLIVED_MS = Long.MAX_VALUE / 2;

    private RetentionRules() {}

    /** Refuses a negative time and an empty batch, before anything is read. */
    public static Optional<EngineError> checkArguments(long retentionMs, int batchSize) {
        return Limits.named("retention_ms")
                .check("retention_ms", retentionMs)
                .or(() -> Limits.named("batch_size").check("batch_size", batchSize));
    }

    /** Purges an execution whose retention is over; that of its policy replaces the default, longer or shorter. */
    public static Decision<Boolean> purge(Loaded loaded, long defaultMs, long now) {
        OptionalLong ended = loaded.execution().timing().completedAt();
        long keep = loaded.policy()
                .handling()
                .streamPolicy()
                .map(StreamPolicy::retentionTtlMs)
                .orElse(OptionalLong.empty())
                .orElse(defaultMs);
        boolean over = ended.isPresent() && Times.plus(ended.getAsLong(), keep) <= now;
        return over ? Decision.of(true).changing(new Change.Purged(loaded.execution())) : Decision.of(false);
    }

    /**
     * After which time an event is trimmed even if older executions are kept than its own: as long again as the default, so
     * that nearly all executions which it tells of are gone by then, and an hour at least.
     */
    public static long outlivedAfter(long defaultMs) {
        return Math.min(Times.plus(defaultMs, Math.max(defaultMs, LEAST_OUTLIVED_MS)), MOST_OUTLIVED_MS);
    }

    /** Whether a pass with a filter concerns an execution. */
    public static boolean concerns(ScannerFilter filter, Execution e, Tags tags) {
        return filter.matches(
                Optional.of(e.identity().namespace()),
                key -> Optional.ofNullable(tags.asMap().get(key)));
    }
}

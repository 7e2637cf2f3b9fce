package io.flowfabric.store.testkit.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How long after they could be claimed executions were claimed, by what made them claimable. Used by one thread. */
final class ClaimDelays {
    /** What makes an execution claimable. */
    enum Cause {
        SUBMITTED,
        RETRIED,
        DUE,
        GRANT_ENDED,
        HOLDER_KILLED,
        HOLDER_STOPPED
    }

    private final Map<Cause, List<Long>> delays = new EnumMap<>(Cause.class);

    void add(Cause cause, long claimableAt, long claimedAt) {
        delays.computeIfAbsent(cause, first -> new ArrayList<>()).add(claimedAt - claimableAt);
    }

    /** The causes of which one was claimed later than a time after it could be. */
    List<Cause> laterThan(Duration bound) {
        return delays.keySet().stream()
                .filter(cause -> quantile(cause, 1) > bound.toMillis())
                .toList();
    }

    List<Cause> seen() {
        return List.copyOf(delays.keySet());
    }

    private long quantile(Cause cause, double share) {
        return Quantiles.of(delays.get(cause), share);
    }

    @Override
    public String toString() {
        return delays.keySet().stream()
                .map(cause -> "%s n=%d p50=%d p99=%d max=%d ms"
                        .formatted(
                                cause,
                                delays.get(cause).size(),
                                quantile(cause, 0.5),
                                quantile(cause, 0.99),
                                quantile(cause, 1)))
                .collect(Collectors.joining("; "));
    }
}

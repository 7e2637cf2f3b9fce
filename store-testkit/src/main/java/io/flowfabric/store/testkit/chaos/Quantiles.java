package io.flowfabric.store.testkit.chaos;

import java.util.List;

/** The smallest of some values that a share of them does not exceed. */
final class Quantiles {
    private Quantiles() {}

    /** @param share 1 for the largest */
    static long of(List<Long> values, double share) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(Math.max(0, (int) Math.ceil(share * sorted.size()) - 1));
    }
}

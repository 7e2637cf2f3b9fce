package io.flowfabric.store.testkit.modelled;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Calls to choose from, some more often than others. */
final class WeightedCalls {
    private final NavigableMap<Integer, Supplier<Call<?, ?>>> byWeight = new TreeMap<>();
    private int total;

    /** Adds a way to draw a call that is chosen in proportion to its weight. */
    WeightedCalls add(int weight, Supplier<Call<?, ?>> draw) {
        byWeight.put(total, draw);
        total += weight;
        return this;
    }

    Call<?, ?> draw(SeededRandom random) {
        return byWeight.floorEntry(random.below(total)).getValue().get();
    }
}

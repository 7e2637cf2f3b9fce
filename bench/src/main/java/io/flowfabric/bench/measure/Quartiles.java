package io.flowfabric.bench.measure;

import java.util.Arrays;
import java.util.Collection;

/**
 * The middle of several measurements and how far they lie apart.
 *
 * @param lower a quarter of them lie below
 * @param upper a quarter of them lie above
 */
public record Quartiles(double lower, double median, double upper) {

    /**
     * Of at least one measurement; between two of them on a straight line.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Quartiles of(Collection<Double> measured) {
        if (measured.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to take quartiles of");
        }
        double[] sorted = measured.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    /** The distance of the quartiles as a share of the median; 0 says that all runs went alike. */
    public double spread() {
        return median == 0 ? 0 : (upper - lower) / median;
    }

    private static double at(double[] sorted, double share) {
        double benchStore = share * (sorted.length - 1);
        int below = (int) benchStore;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (benchStore - below) * (sorted[above] - sorted[below]);
    }
}

package io.flowfabric.model;

/** Arithmetic on moments in milliseconds that ends at the last representable moment instead of overflowing. */
public final class Times {
    private Times() {}

    /** The moment that lies {@code ms}, which is not negative, after another. */
    public static long plus(long moment, long ms) {
        long sum = moment + ms;
        return sum < moment ? Long.MAX_VALUE : sum;
    }
}

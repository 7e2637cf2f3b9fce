package io.flowfabric.bench.report;

/**
 * A figure that is asked for.
 *
 * @param asked in words, such as {@code ≥ 0.6}
 */
public record Target(String what, String asked, double measured, boolean isMet) {

    static Target atLeast(String what, double least, double measured) {
        return new Target(what, "≥ " + Numbers.of(least), measured, measured >= least);
    }

    static Target atMost(String what, double most, double measured) {
        return new Target(what, "≤ " + Numbers.of(most), measured, measured <= most);
    }
}

package io.flowfabric.bench.report;

import java.util.Locale;

/** Numbers as people read them: three figures that count, thousands apart. */
final class Numbers {
    private Numbers() {}

    static String of(double value) {
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return size >= 0.1 || value == 0
                ? String.format(Locale.ROOT, "%.2f", value)
                : String.format(Locale.ROOT, "%.4f", value);
    }
}

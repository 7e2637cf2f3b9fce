package io.flowfabric.cli.console;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations as people write and read them. Stateless. */
public final class Durations {
    /** How a duration is written, for help texts and refusals. */
    public static final String USAGE = "500ms, 30s, 5m, 2h or 1d";

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private Durations() {}

    /** Reads {@value #USAGE}: a whole number of up to nine digits and a unit; empty for anything else. */
    public static Optional<Duration> parse(String text) {
        var match = WRITTEN.matcher(text);
        return match.matches()
                ? Optional.of(UNITS.get(match.group(2)).multipliedBy(Long.parseLong(match.group(1))))
                : Optional.empty();
    }

    /** About how long that is, in one unit: {@code 35 ms}, {@code 1.2 s}, {@code 12 min}, {@code 3 h}, {@code 4 d}. */
    public static String describe(long millis) {
        if (millis < 1_000) {
            return Math.max(0, millis) + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
        }
        long minutes = millis / 60_000;
        if (minutes < 120) {
            return minutes + " min";
        }
        long hours = minutes / 60;
        return hours < 48 ? hours + " h" : hours / 24 + " d";
    }
}

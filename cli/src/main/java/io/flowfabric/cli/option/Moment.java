package io.flowfabric.cli.option;

import io.flowfabric.cli.console.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** A moment as an option names it: by the clock, or as a while from now. Exactly one of the two is present. */
public record Moment(Optional<Instant> at, Optional<Duration> ahead) {

    static Moment parse(String text) {
        var ahead = Durations.parse(text);
        return ahead.isPresent() ? new Moment(Optional.empty(), ahead) : new Moment(Optional.of(instant(text)), ahead);
    }

    /** The moment in milliseconds since the epoch. */
    public long epochMillis(Instant now) {
        return at.orElseGet(() -> now.plus(ahead.orElseThrow())).toEpochMilli();
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw new TypeConversionException(OptionValues.quoted(text)
                    + " is not a moment; write how far ahead it is (" + Durations.USAGE
                    + ") or the time in UTC, as in 2030-01-31T12:00:00Z.");
        }
    }
}

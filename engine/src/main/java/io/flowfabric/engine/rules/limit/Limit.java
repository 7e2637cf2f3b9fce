package io.flowfabric.engine.rules.limit;

import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Optional;

/**
 * How much of something is taken from outside.
 *
 * @param name what it is, as {@link Limits} has it
 * @param least the smallest that is taken
 * @param most the largest that is taken
 * @param beyond what becomes of more
 * @param what what is counted, for people; perhaps nothing
 */
public record Limit(String name, Unit unit, long least, long most, Beyond beyond, String what) {
    /** No character takes more bytes for each of its places in a text. */
    private static final int MOST_BYTES_PER_CHAR = 3;

    /** What is counted. */
    public enum Unit {
        MILLISECONDS("milliseconds"),
        MOMENT("milliseconds since 1970"),
        BYTES("bytes of UTF-8"),
        ITEMS("items"),
        NUMBER("");

        private final String words;

        Unit(String words) {
            this.words = words;
        }

        /** In words, perhaps none. */
        public String words() {
            return words;
        }
    }

    /** What becomes of what is out of the limit. */
    public enum Beyond {
        /** The call is refused with {@code invalid_input}, before a store is used. */
        REFUSED,
        /** The same, by a rule or a type that has words of its own for it. */
        REFUSED_BY_RULE,
        /** It is stored up to the limit. */
        CUT,
        /** The limit takes its place. */
        CAPPED,
        /** There is nothing that would do harm. */
        TAKEN
    }

    /** Refuses a number out of the limit. */
    public Optional<EngineError> check(String field, long value) {
        return value >= least && value <= most ? Optional.empty() : refusal(field, Long.toString(value));
    }

    /** Refuses a text that is too long. */
    public Optional<EngineError> check(String field, String text) {
        if ((long) text.length() * MOST_BYTES_PER_CHAR <= most) {
            return Optional.empty();
        }
        int bytes = UnicodeText.utf8Length(text);
        return bytes <= most ? Optional.empty() : refusal(field, bytes + " bytes");
    }

    /** Refuses too many items. */
    public Optional<EngineError> checkSize(String field, int items) {
        return items <= most ? Optional.empty() : refusal(field, items + " items");
    }

    private Optional<EngineError> refusal(String field, String given) {
        String range = most == Long.MAX_VALUE
                ? "at least " + least
                : least > 0 || unit != Unit.BYTES && unit != Unit.ITEMS
                        ? "%d to %d".formatted(least, most)
                        : "at most " + most;
        String counted = what.isEmpty() ? "" : ": " + what;
        return Optional.of(EngineError.of(
                ErrorCode.INVALID_INPUT,
                "%s: %s".formatted(field, given),
                "Give %s%s%s.".formatted(range, unit.words().isEmpty() ? "" : " " + unit.words(), counted)));
    }
}

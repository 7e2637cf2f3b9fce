package io.flowfabric.model.cursor;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;
import java.util.OptionalLong;

/** Reads stream cursors. */
final class StreamCursorText {

    static final String START = "start";
    static final String END = "end";

    private StreamCursorText() {}

    static StreamCursor parse(String text) {
        return switch (text) {
            case START -> StreamCursor.START;
            case END -> StreamCursor.END;
            case "" -> throw rejected("Empty");
            case "-", "+" -> throw rejected("BareMarkerRejected(" + text + ")");
            default -> concrete(text);
        };
    }

    private static StreamCursor concrete(String text) {
        int dash = text.indexOf('-');
        String ms = dash < 0 ? text : text.substring(0, dash);
        String sequence = dash < 0 ? "0" : text.substring(dash + 1);
        if (!isDigits(ms) || !isDigits(sequence)) {
            throw rejected("Malformed(" + Texts.shown(text) + ")");
        }
        try {
            long number = Long.parseLong(sequence);
            return new StreamCursor.At(Long.parseLong(ms), dash < 0 ? OptionalLong.empty() : OptionalLong.of(number));
        } catch (NumberFormatException tooLarge) {
            throw rejected("Overflow(" + Texts.shown(text) + ")");
        }
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    static EngineException notConcrete(StreamCursor cursor) {
        return invalid(
                "NotConcrete(" + cursor + ")",
                "A stream is followed from the id of a frame; use " + StreamCursor.BEGINNING + " for its beginning.");
    }

    private static EngineException rejected(String problem) {
        return invalid(problem, "Use start, end, or the id of a frame such as 1700000000000-0.");
    }

    private static EngineException invalid(String problem, String explanation) {
        return EngineError.of(ErrorCode.INVALID_INPUT, "stream_cursor: " + problem, explanation)
                .toException();
    }
}

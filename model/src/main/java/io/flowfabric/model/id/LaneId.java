package io.flowfabric.model.id;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;

/**
 * Names a lane, the queue that executions are submitted to. Ordered by bytes.
 *
 * @param value 1 to 64 printable ASCII characters; a space is allowed, a comma is not, since lists of lanes are written
 *     with commas
 */
public record LaneId(String value) implements Comparable<LaneId> {

    /** The lane named {@code default}. */
    public static final LaneId DEFAULT = new LaneId("default");

    private static final int MAX_BYTES = 64;

    /**
     * Fails with {@code invalid_input} whose detail names the first of Empty, TooLong, NonPrintable and Comma that
     * applies.
     */
    public LaneId {
        if (value.isEmpty()) {
            throw rejected(value, "Empty");
        }
        int length = Texts.utf8Length(value);
        if (length > MAX_BYTES) {
            throw rejected(value, "TooLong(" + length + ")");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                throw rejected(value, "NonPrintable(" + i + ")");
            }
        }
        int comma = value.indexOf(',');
        if (comma >= 0) {
            throw rejected(value, "Comma(" + comma + ")");
        }
    }

    @Override
    public int compareTo(LaneId other) {
        return value.compareTo(other.value);
    }

    /** The name. */
    @Override
    public String toString() {
        return value;
    }

    private static EngineException rejected(String value, String problem) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "lane_id: " + problem,
                        "\"" + Texts.shown(value) + "\" is not a lane name: use 1 to " + MAX_BYTES
                                + " printable ASCII characters without a comma.")
                .toException();
    }
}

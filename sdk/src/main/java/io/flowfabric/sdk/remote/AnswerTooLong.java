package io.flowfabric.sdk.remote;

import io.flowfabric.engine.rules.limit.Limits;
import java.io.IOException;

/** An answer is longer than any that a server sends; the rest was not read, and its connection is closed. */
final class AnswerTooLong extends IOException {
    private static final long serialVersionUID = 1L;

    /** Longer than any answer, even with all of its texts escaped. */
    static final int MOST_BYTES = 8 * Limits.ANSWER_BYTES;

    /** Longer than any refusal. */
    static final int MOST_BYTES_OF_REFUSAL = 1 << 20;

    private static final int OK = 200;

    AnswerTooLong(int most) {
        super("its body has more than %d bytes".formatted(most));
    }

    /** How many bytes of an answer with this status are read. */
    static int limit(int status) {
        return status == OK ? MOST_BYTES : MOST_BYTES_OF_REFUSAL;
    }
}

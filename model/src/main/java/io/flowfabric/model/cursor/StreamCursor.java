package io.flowfabric.model.cursor;

import java.util.OptionalLong;

/**
 * A position in the output stream of an attempt: {@code start}, {@code end}, {@code <ms>} or {@code <ms>-<sequence>}.
 * Prints the text that {@link #parse} reads.
 */
public sealed interface StreamCursor {

    // No default methods, on purpose: they would make the loading of At wait for the constants below, whose loading
    // waits for At, and two threads that start at opposite ends would block each other for ever.

    /** Before the first frame, for reading a range. */
    StreamCursor START = new Start();

    /** Behind the last frame, for reading a range. */
    StreamCursor END = new End();

    /** Before the first frame, for following a stream: {@code 0-0}. */
    At BEGINNING = new At(0, OptionalLong.of(0));

    /**
     * Reads a position.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} whose detail says Empty,
     *     BareMarkerRejected, Malformed or, for a number above 2^63-1, Overflow
     */
    static StreamCursor parse(String text) {
        return StreamCursorText.parse(text);
    }

    /**
     * This position, if it is a concrete one, as following a stream needs it.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for {@code start} and {@code end}
     */
    At requireConcrete();

    /** Before the first frame. */
    record Start() implements StreamCursor {

        @Override
        public At requireConcrete() {
            throw StreamCursorText.notConcrete(this);
        }

        @Override
        public String toString() {
            return StreamCursorText.START;
        }
    }

    /** Behind the last frame. */
    record End() implements StreamCursor {

        @Override
        public At requireConcrete() {
            throw StreamCursorText.notConcrete(this);
        }

        @Override
        public String toString() {
            return StreamCursorText.END;
        }
    }

    /**
     * A concrete position.
     *
     * @param ms the millisecond of the frame, not negative
     * @param sequence its number within that millisecond, not negative; without one the position is the first of the
     *     millisecond as a lower bound and the last as an upper bound
     */
    record At(long ms, OptionalLong sequence) implements StreamCursor {

        /** Fails with {@link IllegalArgumentException} for a negative number. */
        public At {
            if (ms < 0 || sequence.orElse(0) < 0) {
                throw new IllegalArgumentException("ms " + ms + " and " + sequence + " must not be negative");
            }
        }

        @Override
        public At requireConcrete() {
            return this;
        }

        @Override
        public String toString() {
            return sequence.isPresent() ? ms + "-" + sequence.getAsLong() : Long.toString(ms);
        }
    }
}

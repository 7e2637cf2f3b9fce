package io.flowfabric.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * An answer as JSON of a known length, which has been serialized once already, so that it cannot fail after its header
 * was sent. A small one is kept; a large one is serialized again while it is sent, and is never in memory as a whole.
 * Used by one thread.
 */
public final class AnswerBody {
    /** Answers up to this length are kept. */
    static final int KEPT = 65_536;

    /** Writes the answer, the same bytes each time. */
    interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private final Writing writing;
    private final Measure measure;

    private AnswerBody(Writing writing, Measure measure) {
        this.writing = writing;
        this.measure = measure;
    }

    static AnswerBody of(Writing writing) throws IOException {
        var measure = new Measure();
        writing.to(measure);
        return new AnswerBody(writing, measure);
    }

    /** How many bytes it has. */
    public long length() {
        return measure.length;
    }

    /**
     * Writes it to a stream and does not close it.
     *
     * @throws IOException if the stream throws one
     */
    public void writeTo(OutputStream out) throws IOException {
        if (measure.length <= KEPT) {
            out.write(measure.kept, 0, (int) measure.length);
        } else {
            writing.to(out);
        }
    }

    /** Keeps the beginning of its input, and counts the rest. */
    private static final class Measure extends OutputStream {
        private byte[] kept = {};
        private long length;

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            long end = length + count;
            if (end > KEPT) {
                kept = new byte[0];
            } else {
                if (end > kept.length) {
                    // Most answers come in one piece, so the array fits exactly.
                    kept = Arrays.copyOf(kept, length == 0 ? count : (int) Math.min(KEPT, 2 * end));
                }
                System.arraycopy(bytes, from, kept, (int) length, count);
            }
            length = end;
        }
    }
}

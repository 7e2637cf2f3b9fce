package io.flowfabric.bench.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.List;

/** A thread that is in native code all the time, reading from a pipe into which nothing is written. */
final class Yardstick implements AutoCloseable {
    static final String NAME = "ff-bench-yardstick";

    private final Pipe pipe;

    Yardstick() throws IOException {
        pipe = Pipe.open();
        var thread = new Thread(this::read, NAME);
        thread.setDaemon(true);
        thread.start();
    }

    static boolean isOne(Sample sample) {
        return sample.thread().equals(NAME);
    }

    /** How many threads were in native code at once, on the average: one of them was sampled each time, in turn. */
    static double threadsInNative(List<Sample> samples) {
        long samplings = samples.stream().filter(Sample::inNative).count();
        long samplingsOfIt = samples.stream().filter(Yardstick::isOne).count();
        return samplingsOfIt == 0 ? 1 : samplings / (double) samplingsOfIt;
    }

    @Override
    public void close() throws IOException {
        // Ends the read.
        pipe.source().close();
        pipe.sink().close();
    }

    private void read() {
        try {
            pipe.source().read(ByteBuffer.allocate(1));
        } catch (IOException closed) {
            // That is how it ends.
        }
    }
}

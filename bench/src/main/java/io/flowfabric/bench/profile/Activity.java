package io.flowfabric.bench.profile;

import java.util.List;

/** What a thread was at in a sample. */
enum Activity {
    WORKING,
    /** Reading from a socket: another process works for it. */
    WAITING,
    /** There is nothing to do for it that belongs to the run. */
    IDLE;

    private static final List<String> IDLE_IN = List.of(
            "jdk.internal.misc.Unsafe.park",
            "java.lang.Object.wait",
            "java.lang.Thread.sleep",
            "java.lang.ref.Reference.waitForReferencePendingList",
            // Of a selector, and of a process that was started: its end, and what it prints.
            "sun.nio.ch.EPoll.wait",
            "java.lang.ProcessHandleImpl.waitForProcessExit",
            "java.io.FileInputStream.read");

    private static final String SOCKET_READ = "sun.nio.ch.NioSocketImpl.implRead";

    /** The benchmark itself, which reads its meters. */
    private static final String MEASURING = "io.flowfabric.bench.measure.";

    /** Waits for a doorbell, which is no answer to anything. */
    private static final String LISTENER = "flowfabric-postgres-listener";

    static Activity of(Sample sample) {
        var frames = sample.frames();
        if (frames.isEmpty() || frames.stream().anyMatch(frame -> frame.name().startsWith(MEASURING))) {
            return IDLE;
        }
        var last = frames.get(frames.size() - 1);
        if (last.origin() == Origin.NATIVE && IDLE_IN.stream().anyMatch(last.name()::startsWith)) {
            return IDLE;
        }
        boolean reading = last.origin() == Origin.NATIVE
                && frames.stream().anyMatch(frame -> frame.name().equals(SOCKET_READ));
        if (!reading) {
            return WORKING;
        }
        return sample.thread().startsWith(LISTENER) ? IDLE : WAITING;
    }
}

package io.flowfabric.bench.profile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** Samples the stacks of this process, run after run. Belongs to one thread. */
public final class Recorder {
    /** How often it samples. */
    public static final Duration INTERVAL = Duration.ofMillis(10);

    private final Flames flames = new Flames();

    /** Whether this Java has a Flight Recorder. */
    public static boolean isAvailable() {
        return FlightRecorder.isAvailable();
    }

    /** What was seen so far. */
    public Flames flames() {
        return flames;
    }

    /**
     * Samples while something runs, and answers what it answers. Starting and reading take a moment before and after.
     */
    public <T> T record(Callable<T> run) throws Exception {
        var file = Files.createTempFile("ff-bench-", ".jfr");
        try {
            T answer = record(run, file);
            flames.add(Stacks.read(file));
            return answer;
        } finally {
            Files.delete(file);
        }
    }

    private static <T> T record(Callable<T> run, Path file) throws Exception {
        try (var recording = new Recording()) {
            for (var event : Stacks.EVENTS) {
                recording.enable(event).withPeriod(INTERVAL).withStackTrace();
            }
            T answer = beside(run, recording);
            recording.dump(file);
            return answer;
        }
    }

    private static <T> T beside(Callable<T> run, Recording recording) throws Exception {
        var yardstick = new Yardstick();
        try {
            recording.start();
            T answer = run.call();
            recording.stop();
            return answer;
        } finally {
            yardstick.close();
        }
    }
}

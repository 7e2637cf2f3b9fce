package io.flowfabric.bench.profile;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Reads samples out of a file of the Flight Recorder. */
final class Stacks {
    private static final String IN_NATIVE = "jdk.NativeMethodSample";

    /** The events that are samples. */
    static final Set<String> EVENTS = Set.of("jdk.ExecutionSample", IN_NATIVE);

    private Stacks() {}

    static List<Sample> read(Path file) throws IOException {
        var samples = new ArrayList<Sample>();
        try (var recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                var event = recording.readEvent();
                if (EVENTS.contains(event.getEventType().getName())) {
                    samples.add(sample(event));
                }
            }
        }
        return samples;
    }

    private static Sample sample(RecordedEvent event) {
        var thread = Optional.ofNullable(event.getThread("sampledThread")).map(RecordedThread::getJavaName);
        var frames = Optional.ofNullable(event.getStackTrace())
                .map(RecordedStackTrace::getFrames)
                .orElse(List.of());
        return new Sample(
                thread.orElse(""),
                rootFirst(frames),
                event.getEventType().getName().equals(IN_NATIVE));
    }

    private static List<Frame> rootFirst(List<RecordedFrame> leafFirst) {
        var frames = new ArrayList<Frame>();
        for (var recorded : leafFirst) {
            var method = recorded.getMethod();
            var type = method.getType().getName();
            if (!Frame.isGlue(type)) {
                frames.add(Frame.method(type, method.getName(), Modifier.isNative(method.getModifiers())));
            }
        }
        Collections.reverse(frames);
        return frames;
    }
}

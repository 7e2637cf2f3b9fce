package io.flowfabric.store.testkit;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The logging of tests that name it in {@code META-INF/services}: it keeps what an operator would read, and prints
 * nothing. Safe for use by any thread.
 */
public final class RecordedLogs implements SLF4JServiceProvider {

    private static final Queue<String> NOTICES = new ConcurrentLinkedQueue<>();
    private static final Queue<String> WARNINGS = new ConcurrentLinkedQueue<>();

    private final IMarkerFactory markers = new BasicMarkerFactory();

    /** For {@link java.util.ServiceLoader}. */
    public RecordedLogs() {}

    /** Everything logged as a warning or an error so far. */
    public static List<String> warnings() {
        return List.copyOf(WARNINGS);
    }

    /** Everything logged for information so far. */
    public static List<String> notices() {
        return List.copyOf(NOTICES);
    }

    static void keep(Level level, String message) {
        (level == Level.INFO ? NOTICES : WARNINGS).add(message);
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return RecordingLogger::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return new NOPMDCAdapter();
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}
}

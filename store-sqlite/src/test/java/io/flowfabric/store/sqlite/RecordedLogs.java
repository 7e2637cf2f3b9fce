package io.flowfabric.store.sqlite;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The logging of these tests: it keeps what an operator would be warned of, and prints nothing. */
public final class RecordedLogs implements SLF4JServiceProvider {

    private static final Queue<String> WARNINGS = new ConcurrentLinkedQueue<>();

    private final IMarkerFactory markers = new BasicMarkerFactory();

    /** For {@link java.util.ServiceLoader}. */
    public RecordedLogs() {}

    /** Everything logged as a warning or an error so far. */
    static List<String> warnings() {
        return List.copyOf(WARNINGS);
    }

    static void keep(String warning) {
        WARNINGS.add(warning);
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

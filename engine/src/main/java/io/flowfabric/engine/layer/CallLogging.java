package io.flowfabric.engine.layer;

import io.flowfabric.engine.catalogue.Operation;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs every call as {@code engine_backend.call} with {@code method}, {@code elapsed_us} and {@code ok}, and with the
 * {@code category} of a failure. Arguments and answers are not logged.
 */
public final class CallLogging implements WatchingLayer {
    private static final Logger LOG = LoggerFactory.getLogger(CallLogging.class);

    private final Level level;

    private CallLogging(Level level) {
        this.level = level;
    }

    /** Logs at a level, to the logger that has the name of this class. */
    public static CallLogging at(Level level) {
        return new CallLogging(level);
    }

    /** Logs at info. */
    public static CallLogging atInfo() {
        return at(Level.INFO);
    }

    @Override
    public void after(Operation<?, ?> operation, Duration elapsed, CallResult result) {
        long micros = elapsed.toNanos() / 1_000;
        var event = LOG.atLevel(level);
        if (result.isOk()) {
            event.log("engine_backend.call method={} elapsed_us={} ok=true", operation.name(), micros);
        } else {
            event.log(
                    "engine_backend.call method={} elapsed_us={} ok=false category={}",
                    operation.name(),
                    micros,
                    result.category());
        }
    }
}

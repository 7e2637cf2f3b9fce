package io.flowfabric.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Captures the log of a logger, and of those below it, while this is open. */
final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Level before;

    LogWatch(String name, Level level) {
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        logger.setLevel(level);
        start();
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        event.prepareForDeferredProcessing();
        events.add(event);
    }

    /** The messages, each with that of its exception. */
    List<String> lines() {
        return events.stream()
                .map(event -> {
                    var thrown = event.getThrowableProxy();
                    return event.getFormattedMessage() + (thrown == null ? "" : " " + thrown.getMessage());
                })
                .toList();
    }

    /** Everything that any layout could print. */
    List<String> everything() {
        return events.stream()
                .map(event -> String.join(
                        " ",
                        event.getLoggerName(),
                        event.getFormattedMessage(),
                        event.getMDCPropertyMap().toString(),
                        ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
    }
}

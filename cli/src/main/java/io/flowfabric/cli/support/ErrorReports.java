package io.flowfabric.cli.support;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.server.config.ConfigurationException;
import io.flowfabric.server.config.Setting;
import io.flowfabric.server.config.Settings;
import io.sentry.Sentry;
import io.sentry.SentryEvent;
import io.sentry.SentryLevel;
import io.sentry.SentryOptions;
import io.sentry.protocol.Message;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports of errors to a server that speaks Sentry's protocol: what the process logs as an error, and what ends it or one of
 * its threads. Off unless {@code FF_SENTRY_DSN} names the server; then nothing of Sentry is even loaded. Closing it sends
 * what has not been sent yet, for two seconds at most.
 */
public final class ErrorReports implements AutoCloseable {
    private static final long LAST_WAIT_MS = 2_000;

    private final Optional<Appender> appender;

    private ErrorReports(Optional<Appender> appender) {
        this.appender = appender;
    }

    /** Something that may fail. */
    @FunctionalInterface
    public interface Body {
        void run() throws InterruptedException;
    }

    /** @throws ConfigurationException if reports are wanted and cannot be sent to what is named */
    public static ErrorReports open(Settings settings) {
        if (!settings.isGiven(Setting.SENTRY_DSN)) {
            return new ErrorReports(Optional.empty());
        }
        try {
            Sentry.init(options(settings));
        } catch (IllegalArgumentException malformed) {
            // What is wrong with it is not told, since it holds a key.
            throw new ConfigurationException(
                    "FF_SENTRY_DSN cannot be used; write https://key@host/project, or leave it unset.");
        }
        return new ErrorReports(Optional.of(Appender.onEverything()));
    }

    private static SentryOptions options(Settings settings) {
        var options = new SentryOptions();
        options.setDsn(settings.text(Setting.SENTRY_DSN));
        options.setEnvironment(settings.text(Setting.SENTRY_ENVIRONMENT));
        options.setRelease(
                settings.isGiven(Setting.SENTRY_RELEASE) ? settings.text(Setting.SENTRY_RELEASE) : Version.number());
        options.setEnableShutdownHook(false);
        options.setEnableAutoSessionTracking(false);
        options.setSendClientReports(false);
        options.setAttachStacktrace(false);
        options.setSendModules(false);
        options.setMaxBreadcrumbs(0);
        options.setShutdownTimeoutMillis(LAST_WAIT_MS);
        return options;
    }

    /** Runs something whose unexpected end is reported. A refusal by the engine is not one: it says itself what to do. */
    public void watch(Body body) throws InterruptedException {
        try {
            body.run();
        } catch (ConfigurationException | EngineException refused) {
            throw refused;
        } catch (RuntimeException | Error crash) {
            if (appender.isPresent()) {
                Sentry.captureException(crash);
            }
            throw crash;
        }
    }

    @Override
    public void close() {
        appender.ifPresent(open -> {
            open.detach();
            Sentry.close();
        });
    }

    /** Passes on what is logged as an error: the line, the logger and the exception, and nothing else of the thread. */
    private static final class Appender extends UnsynchronizedAppenderBase<ILoggingEvent> {
        private final ch.qos.logback.classic.Logger root;

        private Appender(ch.qos.logback.classic.Logger root) {
            this.root = root;
        }

        static Appender onEverything() {
            var logging = (LoggerContext) LoggerFactory.getILoggerFactory();
            var appender = new Appender(logging.getLogger(Logger.ROOT_LOGGER_NAME));
            appender.setContext(logging);
            appender.start();
            appender.root.addAppender(appender);
            return appender;
        }

        void detach() {
            root.detachAppender(this);
            stop();
        }

        @Override
        protected void append(ILoggingEvent logged) {
            if (logged.getLevel().isGreaterOrEqual(Level.ERROR)) {
                Sentry.captureEvent(report(logged));
            }
        }

        private static SentryEvent report(ILoggingEvent logged) {
            var line = new Message();
            line.setFormatted(logged.getFormattedMessage());
            var report = new SentryEvent();
            report.setLevel(SentryLevel.ERROR);
            report.setLogger(logged.getLoggerName());
            report.setMessage(line);
            if (logged.getThrowableProxy() instanceof ThrowableProxy proxy) {
                report.setThrowable(proxy.getThrowable());
            }
            return report;
        }
    }
}

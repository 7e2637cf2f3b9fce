package io.flowfabric.store.sqlite;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Passes warnings and errors on to {@link RecordedLogs}. */
final class RecordingLogger extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;

    RecordingLogger(String name) {
        this.name = name;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String message,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        RecordedLogs.keep(MessageFormatter.basicArrayFormat(message, arguments));
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}

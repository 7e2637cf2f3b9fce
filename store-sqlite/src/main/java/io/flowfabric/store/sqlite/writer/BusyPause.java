package io.flowfabric.store.sqlite.writer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The pause before SQLite is asked again after another connection was in the way. */
final class BusyPause {

    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private BusyPause() {}

    static void park() {
        LockSupport.parkNanos(NANOS);
    }
}

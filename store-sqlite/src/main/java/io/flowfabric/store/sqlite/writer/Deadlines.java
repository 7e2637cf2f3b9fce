package io.flowfabric.store.sqlite.writer;

import java.util.Collection;
import java.util.Optional;

/** The deadlines of units, as moments of {@link System#nanoTime()}, which may wrap: only differences are compared. */
final class Deadlines {

    private Deadlines() {}

    /** The earliest deadline after now of the units that still wait. */
    static Optional<Long> earliest(Collection<PendingUnit<?>> units, long nowNanos) {
        boolean found = false;
        long earliest = 0;
        for (PendingUnit<?> unit : units) {
            long deadline = unit.deadlineNanos();
            if (!unit.isDone() && !passed(deadline, nowNanos) && (!found || deadline - earliest < 0)) {
                found = true;
                earliest = deadline;
            }
        }
        return found ? Optional.of(earliest) : Optional.empty();
    }

    /** The latest deadline of the units that still wait, passed or not. */
    static Optional<Long> latest(Collection<PendingUnit<?>> units) {
        boolean found = false;
        long latest = 0;
        for (PendingUnit<?> unit : units) {
            long deadline = unit.deadlineNanos();
            if (!unit.isDone() && (!found || deadline - latest > 0)) {
                found = true;
                latest = deadline;
            }
        }
        return found ? Optional.of(latest) : Optional.empty();
    }

    static Optional<Long> earlier(Optional<Long> a, Optional<Long> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.or(() -> b);
        }
        return a.get() - b.get() <= 0 ? a : b;
    }

    static boolean passed(long deadlineNanos) {
        return passed(deadlineNanos, System.nanoTime());
    }

    static boolean passed(long deadlineNanos, long nowNanos) {
        return deadlineNanos - nowNanos <= 0;
    }
}

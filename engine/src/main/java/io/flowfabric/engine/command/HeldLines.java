package io.flowfabric.engine.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Calls that met a lock of another transaction, by subject. The first call about a subject is retried with growing
 * pauses; later ones wait behind it, so that they neither overtake it nor meet the same lock. Not safe for use by
 * several threads.
 *
 * @param <W> a waiting call
 */
final class HeldLines<W> {
    private static final long FIRST_PAUSE_NANOS = 2_000_000;

    /** How long a call waits at most after the lock that it waits for is gone. */
    private static final long LONGEST_PAUSE_NANOS = 100_000_000;

    private static final int MOST_DOUBLINGS = 6;

    /** The calls about one subject. */
    private final class Line {
        private final Deque<W> calls = new ArrayDeque<>();
        private int tries;
        private long due;
        private boolean underTrial;
    }

    private final Map<Object, Line> lines = new LinkedHashMap<>();
    private int size;

    int size() {
        return size;
    }

    /** Puts a call behind others about the same subject; returns false when there are none. */
    boolean follow(Object subject, W call) {
        var line = lines.get(subject);
        if (line == null) {
            return false;
        }
        line.calls.add(call);
        size++;
        return true;
    }

    /** Takes a call that is to be retried after a pause, or at once. */
    void hold(Object subject, W call, boolean atOnce, long now) {
        if (!follow(subject, call)) {
            var line = new Line();
            line.calls.add(call);
            line.due = now + (atOnce ? 0 : FIRST_PAUSE_NANOS);
            lines.put(subject, line);
            size++;
        }
    }

    /**
     * The first calls of subjects that are due, those that were tried longest ago first, as long as they fit together.
     */
    List<W> begin(long now, Predicate<W> fits) {
        var due = new ArrayList<W>();
        for (var line : lines.values()) {
            if (!line.underTrial && line.due - now <= 0) {
                if (!fits.test(line.calls.peek())) {
                    break;
                }
                line.underTrial = true;
                due.add(line.calls.peek());
            }
        }
        return due;
    }

    /** The first call about a subject has its answer; returns those behind it. */
    List<W> answered(Object subject) {
        var rest = new ArrayList<>(lines.remove(subject).calls);
        size -= rest.size();
        rest.remove(0);
        return rest;
    }

    /** The first call about a subject has no answer yet, and is tried again after a longer pause, or at once. */
    void again(Object subject, boolean atOnce, long now) {
        var line = lines.remove(subject);
        line.underTrial = false;
        if (atOnce) {
            line.due = now;
        } else {
            line.tries = Math.min(line.tries + 1, MOST_DOUBLINGS);
            line.due = now + Math.min(FIRST_PAUSE_NANOS << line.tries, LONGEST_PAUSE_NANOS);
        }
        lines.put(subject, line);
    }

    /** Takes out calls that are not being tried. */
    List<W> remove(Predicate<W> unwanted) {
        var removed = new ArrayList<W>();
        for (var lines = this.lines.values().iterator(); lines.hasNext(); ) {
            var line = lines.next();
            var tried = line.underTrial ? line.calls.peek() : null;
            line.calls.removeIf(call -> call != tried && unwanted.test(call) && removed.add(call));
            if (line.calls.isEmpty()) {
                lines.remove();
            }
        }
        size -= removed.size();
        return removed;
    }

    /** Takes out calls that are being tried. */
    void forget(Collection<W> calls) {
        lines.values().forEach(line -> {
            line.underTrial &= !calls.contains(line.calls.peek());
        });
        remove(calls::contains);
    }

    /** When the next call is due. */
    OptionalLong nextDue() {
        return lines.values().stream()
                .filter(line -> !line.underTrial)
                .mapToLong(line -> line.due)
                .min();
    }
}

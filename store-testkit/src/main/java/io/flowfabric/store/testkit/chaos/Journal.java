package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What the processes of a storm said: every answer they got, in a line that was written before they went on. Safe for use
 * by any thread.
 */
final class Journal {

    /** A call that the rules refuse when it comes too late. */
    static final String REFUSED = "refused ";

    /** Whatever should not have happened. */
    static final String SURPRISE = "surprise ";

    /** A process submits no more. */
    static final String DRAINING = "draining";

    /** The last word of a line: a line without it was cut off by the kill. */
    private static final String END = " .";

    private final List<StormAction> actions = new ArrayList<>();
    private final Set<StormAction.Kind> kinds = EnumSet.noneOf(StormAction.Kind.class);
    private final List<String> surprises = new ArrayList<>();
    private int refusals;

    /** Writes a line, in the process that is the subject of it. */
    static void say(Object line) {
        System.out.println(line.toString().replace('\n', ' ') + END);
    }

    /** Takes down a line, without its end, unless it was cut off. */
    synchronized Optional<String> note(String line) {
        if (!line.endsWith(END)) {
            return Optional.empty();
        }
        String said = line.substring(0, line.length() - END.length());
        if (said.startsWith(SURPRISE)) {
            surprises.add(said);
        } else if (said.startsWith(REFUSED)) {
            refusals++;
        } else if (!said.equals(DRAINING)) {
            var action = StormAction.parse(said);
            actions.add(action);
            kinds.add(action.kind());
            notifyAll();
        }
        return Optional.of(said);
    }

    /** Waits until so many more answers are in it, or a time is over. */
    synchronized void awaitMore(int answers, Duration longest) throws InterruptedException {
        int wanted = actions.size() + answers;
        var end = Deadline.in(longest);
        while (actions.size() < wanted && !end.hasPassed()) {
            wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end.remainingNanos())));
        }
    }

    /** Whether there is something of every kind in it. */
    synchronized boolean knowsEveryAction() {
        return kinds.size() == StormAction.Kind.values().length;
    }

    synchronized List<StormAction> actions() {
        return List.copyOf(actions);
    }

    synchronized List<String> surprises() {
        return List.copyOf(surprises);
    }

    synchronized int refusals() {
        return refusals;
    }
}

package io.flowfabric.store.testkit.modelled;

import io.flowfabric.model.id.ExecutionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What was done so far, and how to print it for the analysis of a failure. */
final class Trace {
    private static final int LAST = 3;
    private static final int LAST_ABOUT_THEM = 12;
    private static final int LONGEST_TEXT = 500;

    private final String rerun;
    private final List<Entry> entries = new ArrayList<>();

    /** One step, at a time by the store's clock. */
    private record Entry(int number, long at, Object what, Object answer, Set<ExecutionId> about) {
        @Override
        public String toString() {
            return "  #%d at %d: %s%n      -> %s%n".formatted(number, at, shortened(what), shortened(answer));
        }
    }

    /** A trace of a run that can be repeated in a way. */
    Trace(String rerun) {
        this.rerun = rerun;
    }

    void add(long at, Object what, Object answer, Set<ExecutionId> about) {
        entries.add(new Entry(entries.size() + 1, at, what, answer, about));
    }

    /** The story of a failure: what happened to some executions, what happened last, and how to see it again. */
    String story(String failure, Collection<ExecutionId> about) {
        var aboutThem = entries.stream()
                .filter(entry -> !Collections.disjoint(entry.about(), about))
                .toList();
        return "%s, at step %d. %s%n".formatted(failure, entries.size(), rerun)
                + "The last steps about %s:%n%s".formatted(about, last(LAST_ABOUT_THEM, aboutThem))
                + "The last steps of all:%n%s".formatted(last(LAST, entries));
    }

    private static String last(int most, List<Entry> from) {
        return from.subList(Math.max(from.size() - most, 0), from.size()).stream()
                .map(Entry::toString)
                .collect(Collectors.joining());
    }

    private static String shortened(Object what) {
        String text = what.toString();
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }
}

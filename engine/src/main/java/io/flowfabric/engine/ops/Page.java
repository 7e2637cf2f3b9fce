package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.limit.AnswerRules;
import io.flowfabric.engine.rules.limit.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The front of what a listing found, and its last item when more remain. A listing reads one item more for that. */
record Page<T>(List<T> items, Optional<T> next) {
    /** Reads the next items of a listing. */
    interface Portions<T> {
        /** Reads up to a number of items behind an item, or from the first. */
        List<T> behind(Optional<T> last, int limit);
    }

    static <T> Page<T> of(List<T> found, int limit) {
        boolean more = found.size() > limit;
        var items = more ? found.subList(0, limit) : found;
        return new Page<>(items, more ? Optional.of(items.get(limit - 1)) : Optional.empty());
    }

    /**
     * As many items as the limit allows and fit into one answer. They are read portion by portion, so that at most one
     * portion too many is in memory.
     *
     * @param portion how many are read at once: so few that items of the largest size together fill about one answer
     * @param contentBytes the bytes of the texts of an item
     */
    static <T> Page<T> read(int limit, int portion, ToLongFunction<T> contentBytes, Portions<T> portions) {
        var found = new ArrayList<T>();
        int fitting;
        boolean more;
        do {
            int next = Math.min(portion, oneMore(limit) - found.size());
            var last = found.isEmpty() ? Optional.<T>empty() : Optional.of(found.get(found.size() - 1));
            var read = portions.behind(last, next);
            found.addAll(read);
            fitting = AnswerRules.fitting(found, contentBytes);
            more = read.size() == next;
        } while (more && fitting == found.size() && found.size() <= limit);
        return of(found, Math.min(limit, fitting));
    }

    /** How many to read. */
    static int oneMore(int limit) {
        return limit + 1;
    }

    /** How many of those asked for fit on a page of a list with small entries. */
    static int longest(int limit) {
        return Math.min(limit, Limits.LONG_PAGE);
    }

    /** How many of those asked for fit on a page of a list whose entries may be kilobytes long. */
    static int usual(int limit) {
        return Math.min(limit, Limits.PAGE);
    }
}

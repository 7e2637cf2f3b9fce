package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import java.util.Optional;
import java.util.Set;

/** Which kinds of executions a claim is about, and which kinds have a queue of their own. */
public final class KindRules {
    /** A claim names so many kinds at most. */
    public static final int MOST_NAMED = 64;

    /** So many kinds of a lane have queues of their own; the others share one, so that no claim looks at thousands. */
    public static final int MOST_QUEUES = 64;

    private static final int LONGEST = 200;

    private KindRules() {}

    /** Refuses too many kinds, and kinds that are both wanted and not, before anything is read. */
    public static Optional<EngineError> check(Set<String> only, Set<String> except) {
        if (!only.isEmpty() && !except.isEmpty()) {
            return Optional.of(EngineError.of(
                    ErrorCode.INVALID_INPUT,
                    "only_kinds and except_kinds: both given",
                    "Name the kinds to claim, or those to leave alone."));
        }
        int named = only.size() + except.size();
        return named > MOST_NAMED
                ? Optional.of(EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "kinds: " + named,
                        "One claim names %d kinds at most.".formatted(MOST_NAMED)))
                : Optional.empty();
    }

    /** Whether a claim is about executions of a kind. */
    public static boolean serves(Set<String> only, Set<String> except, String kind) {
        return only.isEmpty() ? !except.contains(kind) : only.contains(kind);
    }

    /**
     * Whether a kind that has no queue yet gets one of its own.
     *
     * @param others how many kinds of the same namespace, lane and requirements have one
     */
    public static boolean hasOwnQueue(String kind, int others) {
        return others < MOST_QUEUES && !kind.isEmpty() && kind.length() <= LONGEST;
    }
}

package io.flowfabric.engine.rules.lane;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Optional;
import java.util.Set;

/** Which kinds of executions a claim is about, and which kinds have a queue of their own. */
public final class KindRules {
    /** How many kinds of a lane have queues of their own; the others share one, so that no claim scans thousands. */
    public static final int MOST_QUEUES = 64;

    private static final int LONGEST = 200;

    private KindRules() {}

    /** Refuses too many kinds, and kinds that are both wanted and not, before anything is read. */
    public static Optional<EngineError> check(Set<String> only, Set<String> except) {
        if (!only.isEmpty() && !except.isEmpty()) {
            return Optional.of(EngineError.of(
                    ErrorCode.INVALID_INPUT,
                    "only_kinds and except_kinds: both given",
                    "Name either the kinds to claim or the kinds to exclude."));
        }
        int named = only.size() + except.size();
        return named > Limits.NAMED_KINDS
                ? Optional.of(EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "kinds: " + named,
                        "One claim names %d kinds at most.".formatted(Limits.NAMED_KINDS)))
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

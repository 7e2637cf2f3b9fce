package io.flowfabric.model.suspension;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.suspension.ResumeCondition.Composite;
import io.flowfabric.model.suspension.ResumeCondition.Single;
import java.util.HashSet;
import java.util.Optional;

/** Finds the first thing that is wrong with the shape of a condition. */
final class ConditionStructure {

    private static final String EMPTY_NAME = "resume_condition: empty signal name (use Wildcard instead)";

    private ConditionStructure() {}

    static Optional<EngineError> check(ResumeCondition condition) {
        return check(condition, 0, "");
    }

    /** The recursion ends at the depth cap, regardless of the size of the condition. */
    private static Optional<EngineError> check(ResumeCondition condition, int depthAbove, String path) {
        if (condition instanceof Single single) {
            return checkName(Optional.of(single.matcher()), path);
        }
        if (!(condition instanceof Composite composite)) {
            return Optional.empty();
        }
        int depth = depthAbove + 1;
        if (depth > ResumeCondition.MAX_DEPTH) {
            return invalid(
                    "depth " + depth + " exceeds cap " + ResumeCondition.MAX_DEPTH + at(path),
                    "Flatten the condition.");
        }
        return composite.combination() instanceof Combination.Count count
                ? checkCount(count, path)
                : checkAllOf((Combination.AllOf) composite.combination(), depth, path);
    }

    private static Optional<EngineError> checkAllOf(Combination.AllOf allOf, int depth, String path) {
        if (allOf.members().isEmpty()) {
            return invalid("allof_empty_members" + at(path), "Name at least one member.");
        }
        for (int i = 0; i < allOf.members().size(); i++) {
            String member = path + (path.isEmpty() ? "" : ".") + "members[" + i + "]";
            Optional<EngineError> problem = check(allOf.members().get(i), depth, member);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private static Optional<EngineError> checkCount(Combination.Count count, String path) {
        if (count.n() <= 0) {
            return invalid("count_n_zero" + at(path), "Count to at least 1.");
        }
        if (count.waitpoints().isEmpty()) {
            return invalid("count_waitpoints_empty" + at(path), "Name at least one waitpoint.");
        }
        // Signals and sources may come more than once through the same waitpoint, so only this kind has a ceiling.
        int distinct = new HashSet<>(count.waitpoints()).size();
        if (count.countKind() == CountKind.DISTINCT_WAITPOINTS && count.n() > distinct) {
            return invalid(
                    "count_exceeds_waitpoint_set: n=" + count.n() + " > waitpoints.len()=" + distinct + at(path),
                    "It could never be satisfied; lower n or name more waitpoints.");
        }
        return checkName(count.matcher(), path);
    }

    private static Optional<EngineError> checkName(Optional<SignalMatcher> matcher, String path) {
        boolean empty = matcher.filter(new SignalMatcher.ByName("")::equals).isPresent();
        // A lone Single is its own root and needs no path.
        return empty ? invalid(path.isEmpty() ? EMPTY_NAME : EMPTY_NAME + at(path), "") : Optional.empty();
    }

    private static String at(String path) {
        return " at path " + (path.isEmpty() ? "<root>" : path);
    }

    private static Optional<EngineError> invalid(String detail, String explanation) {
        return Optional.of(EngineError.of(ErrorCode.INVALID_INPUT, detail, explanation));
    }
}

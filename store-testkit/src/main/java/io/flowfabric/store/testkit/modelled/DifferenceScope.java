package io.flowfabric.store.testkit.modelled;

import io.flowfabric.model.id.ExecutionId;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds out which executions a difference is about: those that the two texts name first in different places. */
final class DifferenceScope {
    private static final Pattern ID = Pattern.compile("\\{fp:\\d+}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private DifferenceScope() {}

    static Set<ExecutionId> of(Object actual, Object expected) {
        var left = ids(actual);
        var right = ids(expected);
        int differs = IntStream.range(0, Math.max(left.size(), right.size()))
                .filter(i ->
                        i >= left.size() || i >= right.size() || !left.get(i).equals(right.get(i)))
                .findFirst()
                .orElse(0);
        return Stream.of(left, right)
                .filter(ids -> differs < ids.size())
                .map(ids -> ids.get(differs))
                .collect(Collectors.toSet());
    }

    private static List<ExecutionId> ids(Object answer) {
        return ID.matcher(answer.toString())
                .results()
                .map(MatchResult::group)
                .map(ExecutionId::parse)
                .toList();
    }
}

package io.flowfabric.cli.doctor;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.op.read.Explanation.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Executions that wait for the same kind of thing.
 *
 * @param count how many of the sample
 * @param id one of them
 * @param reason why that one waits
 */
record WaitingGroup(long count, ExecutionId id, Reason reason) {

    static Optional<WaitingGroup> first(
            List<Explanation> waiting, String code, Predicate<Map<String, Object>> concerns) {
        var all = waiting.stream()
                .flatMap(explanation -> explanation.reasons().stream()
                        .filter(reason -> reason.code().equals(code) && concerns.test(reason.details()))
                        .map(reason -> new WaitingGroup(0, explanation.executionId(), reason)))
                .toList();
        return all.stream().findFirst().map(one -> new WaitingGroup(all.size(), one.id(), one.reason()));
    }
}

package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.IndexRules;
import io.flowfabric.engine.store.ExecutionReads;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.ReconcileExecutionIndex;
import io.flowfabric.model.op.ReconcileReport;
import io.flowfabric.model.tag.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks through the executions for those that cannot be found where their state says; says so and changes nothing. */
final class IndexCheck {
    private static final Logger LOG = LoggerFactory.getLogger(IndexCheck.class);

    /** How many are read from one snapshot. */
    private static final int PAGE = 100;

    private final Calls calls;

    IndexCheck(Calls calls) {
        this.calls = calls;
    }

    /**
     * What was found about one execution.
     *
     * @param concerned whether it was looked for at all
     */
    private record Finding(ExecutionId id, boolean concerned, Optional<String> wrong) {}

    ReconcileReport run(ReconcileExecutionIndex wanted) {
        long processed = 0;
        long errors = 0;
        Optional<ExecutionId> after = Optional.empty();
        boolean more = true;
        while (more) {
            var page = new ListExecutions(
                    wanted.partition(), after, PAGE, wanted.filter().namespace());
            var found = calls.read(tx -> look(tx.executions(), page, wanted));
            for (Finding one : found) {
                one.wrong().ifPresent(why -> LOG.warn("Execution {} is not where it should be: {}", one.id(), why));
                processed += one.concerned() ? 1 : 0;
                errors += one.wrong().isPresent() ? 1 : 0;
            }
            more = found.size() == PAGE;
            after = more ? Optional.of(found.get(PAGE - 1).id()) : after;
        }
        return new ReconcileReport(processed, errors);
    }

    private static List<Finding> look(ExecutionReads executions, ListExecutions page, ReconcileExecutionIndex wanted) {
        var ids = executions.list(page, PAGE);
        Map<ExecutionId, Tags> tags = wanted.filter()
                .instanceTag()
                .map(tag -> executions.tags(ids, tag.key()))
                .orElse(Map.of());
        var findings = new ArrayList<Finding>();
        for (ExecutionId id : ids) {
            findings.add(look(executions, id, tags.getOrDefault(id, Tags.EMPTY), wanted));
        }
        return findings;
    }

    private static Finding look(ExecutionReads executions, ExecutionId id, Tags tags, ReconcileExecutionIndex wanted) {
        try {
            var loaded = executions.load(id);
            if (loaded.isEmpty()) {
                return unreadable(id, "what was submitted with it is gone", wanted);
            }
            var execution = loaded.get().execution();
            return IndexRules.concerns(wanted, execution, tags)
                    ? new Finding(id, true, IndexRules.misplacement(execution))
                    : new Finding(id, false, Optional.empty());
        } catch (EngineException failed) {
            if (failed.code() != ErrorCode.CORRUPTION) {
                throw failed;
            }
            return unreadable(id, failed.getMessage(), wanted);
        }
    }

    /** Nobody knows whose it is, so only those are told who asked for everything. */
    private static Finding unreadable(ExecutionId id, String why, ReconcileExecutionIndex wanted) {
        return wanted.isSelective()
                ? new Finding(id, false, Optional.empty())
                : new Finding(id, true, Optional.of(why));
    }
}

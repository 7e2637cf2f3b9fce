package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.record.IndexRules;
import io.flowfabric.engine.store.read.ExecutionReads;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.op.timer.ReconcileReport;
import io.flowfabric.model.tag.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scans the executions for those whose index entries contradict their state; reports them and changes nothing. */
final class IndexReconciler {
    private static final Logger LOG = LoggerFactory.getLogger(IndexReconciler.class);

    /** How many are read from one snapshot. */
    private static final int PAGE = 100;

    private final CommandExecutor calls;

    IndexReconciler(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.RECONCILE_EXECUTION_INDEX, this::run);
    }

    /**
     * What was found about one execution.
     *
     * @param concerned whether the scan covers it
     */
    private record Finding(ExecutionId id, boolean concerned, Optional<String> wrong) {
        /** The same with another thing that is wrong, unless something else is. */
        Finding orWrong(Optional<String> another) {
            return new Finding(id, concerned, concerned ? wrong.or(() -> another) : wrong);
        }
    }

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
                one.wrong()
                        .ifPresent(why ->
                                LOG.warn("The index entries of execution {} contradict its state: {}", one.id(), why));
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
        var unindexed = executions.unindexed(ids);
        var findings = new ArrayList<Finding>();
        for (ExecutionId id : ids) {
            var finding = look(executions, id, tags.getOrDefault(id, Tags.EMPTY), wanted);
            findings.add(finding.orWrong(Optional.ofNullable(unindexed.get(id))));
        }
        return findings;
    }

    private static Finding look(ExecutionReads executions, ExecutionId id, Tags tags, ReconcileExecutionIndex wanted) {
        try {
            var loaded = executions.load(id);
            if (loaded.isEmpty()) {
                return unreadable(id, "its submitted content is missing", wanted);
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

    /** Its namespace is unknown, so only scans without a filter report it. */
    private static Finding unreadable(ExecutionId id, String why, ReconcileExecutionIndex wanted) {
        return wanted.isSelective()
                ? new Finding(id, false, Optional.empty())
                : new Finding(id, true, Optional.of(why));
    }
}

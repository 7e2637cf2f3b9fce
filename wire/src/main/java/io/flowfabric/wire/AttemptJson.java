package io.flowfabric.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.attempt.AttemptTimes;
import io.flowfabric.model.state.AttemptType;

/** Attempts as flat objects. */
final class AttemptJson {
    private AttemptJson() {}

    static ObjectNode of(Attempt attempt) {
        var row = JsonNodeFactory.instance.objectNode();
        row.put("attempt_id", attempt.id().toString());
        row.put("attempt_index", attempt.index());
        row.put("attempt_type", attempt.type().literal());
        row.put("attempt_state", attempt.status().literal());
        attempt.holder().ifPresent(holder -> {
            row.put("worker_id", holder.workerId().value());
            row.put("worker_instance_id", holder.workerInstanceId().value());
            row.put("lease_id", holder.leaseId().toString());
            row.put("lease_epoch", holder.epoch());
        });
        times(row, attempt.times());
        attempt.pausedBy().ifPresent(suspension -> row.put("suspension_id", suspension));
        attempt.failure().ifPresent(failure -> {
            row.put("failure_reason", failure.reason());
            failure.category().ifPresent(category -> row.put("failure_category", category));
        });
        lineage(row, attempt.type(), attempt.lineage());
        return row;
    }

    private static void times(ObjectNode row, AttemptTimes times) {
        row.put("started_at", times.startedAt());
        times.resumedAt().ifPresent(at -> row.put("resumed_at", at));
        times.suspendedAt().ifPresent(at -> row.put("suspended_at", at));
        times.endedAt().ifPresent(at -> row.put("ended_at", at));
    }

    private static void lineage(ObjectNode row, AttemptType type, AttemptLineage lineage) {
        lineage.reason().ifPresent(reason -> row.put(type.literal() + "_reason", reason));
        lineage.requestedBy().ifPresent(who -> row.put("replay_requested_by", who));
        lineage.previousIndex()
                .ifPresent(index -> row.put(
                        type == AttemptType.REPLAY ? "replayed_from_attempt_index" : "previous_attempt_index", index));
    }
}

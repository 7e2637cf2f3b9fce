package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.GrantOutcome;
import java.util.List;

/** Permissions to claim and to take over. */
final class GrantRoutes {
    private static final BodyPart TAKEOVER = BodyPart.with("worker_id", "worker_instance_id", "lane_id", "grant_ttl_ms")
            .where(MemberRule.NOT_NULL, "worker_capabilities")
            .where(MemberRule.COUNT, "grant_ttl_ms")
            .where(MemberRule.TEXT, "capability_hash", "route_snapshot_json", "admission_summary")
            .judged("lane_id", LaneId::new);

    private GrantRoutes() {}

    static List<ClassicRoute<?, ?>> all() {
        return List.of(ClassicRoute.post(
                ClassicRoutes.EXECUTION + "/reclaim",
                Catalogue.ISSUE_RECLAIM_GRANT,
                Reply.json(GrantRoutes::tagged),
                PathPart.EXECUTION,
                TAKEOVER));
    }

    /** The variant is a member here. */
    private static JsonNode tagged(GrantOutcome outcome) {
        var body = JsonNodeFactory.instance.objectNode();
        if (outcome instanceof GrantOutcome.Granted granted) {
            body.put("status", "granted")
                    .put("execution_id", granted.executionId().toString())
                    .put("partition_key", granted.partitionKey().toString())
                    .put("grant_key", granted.grantKey())
                    .put("expires_at_ms", granted.expiresAtMs())
                    .put("lane_id", granted.laneId().value());
        } else if (outcome instanceof GrantOutcome.NotReclaimable not) {
            body.put("status", "not_reclaimable")
                    .put("execution_id", not.executionId().toString())
                    .put("detail", not.detail());
        } else if (outcome instanceof GrantOutcome.ReclaimCapExceeded exceeded) {
            body.put("status", "reclaim_cap_exceeded")
                    .put("execution_id", exceeded.executionId().toString())
                    .put("reclaim_count", exceeded.reclaimCount());
        }
        return body;
    }
}

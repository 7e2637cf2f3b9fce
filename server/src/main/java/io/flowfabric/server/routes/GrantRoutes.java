package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.partition.PartitionKey;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.wire.Answers;
import java.io.IOException;
import java.util.List;

/** Grants to claim and to reclaim executions. */
final class GrantRoutes {
    private static final BodyPart RECLAIM = BodyPart.with("worker_id", "worker_instance_id", "lane_id", "grant_ttl_ms")
            .where(MemberRule.NOT_NULL, "worker_capabilities")
            .where(MemberRule.COUNT, "grant_ttl_ms")
            .where(MemberRule.TEXT, "capability_hash", "route_snapshot_json", "admission_summary")
            .judged("lane_id", LaneId::new);

    private static final BodyPart CLAIM = BodyPart.with("lane_id", "worker_instance_id", "grant_ttl_ms")
            .where(MemberRule.NOT_NULL, "capabilities")
            .where(MemberRule.COUNT, "grant_ttl_ms")
            .named("capabilities", "worker_capabilities")
            .judged("lane_id", LaneId::new);

    private GrantRoutes() {}

    static List<RustCompatRoute<?, ?>> all() {
        return List.of(
                RustCompatRoute.post(
                        RustCompatRoutes.EXECUTION + "/reclaim",
                        Catalogue.ISSUE_RECLAIM_GRANT,
                        Reply.json(GrantRoutes::tagged),
                        PathPart.EXECUTION,
                        RECLAIM),
                RustCompatRoute.post(
                        "/v1/workers/{worker_id}/claim",
                        Catalogue.CLAIM_FOR_WORKER,
                        new Reply<>(List.of(200, 204), GrantRoutes::flat),
                        PathPart.name("worker_id"),
                        CLAIM));
    }

    /** Only the members of the grant, or no body at all. */
    private static void flat(Exchange exchange, ClaimForWorkerOutcome outcome, Answers answers) throws IOException {
        if (outcome instanceof ClaimForWorkerOutcome.Granted granted) {
            exchange.answer(
                    200,
                    grant(granted.executionId(), granted.partitionKey(), granted.grantKey(), granted.expiresAtMs()));
        } else {
            exchange.answerEmpty(204);
        }
    }

    /** With the variant as a member. */
    static JsonNode tagged(GrantOutcome outcome) {
        var body = JsonNodeFactory.instance.objectNode();
        if (outcome instanceof GrantOutcome.Granted granted) {
            body.put("status", "granted");
            body.setAll(
                    grant(granted.executionId(), granted.partitionKey(), granted.grantKey(), granted.expiresAtMs()));
            body.put("lane_id", granted.laneId().value());
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

    private static ObjectNode grant(ExecutionId id, PartitionKey partition, String key, long expiresAt) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("execution_id", id.toString())
                .put("partition_key", partition.toString())
                .put("grant_key", key)
                .put("expires_at_ms", expiresAt);
    }
}

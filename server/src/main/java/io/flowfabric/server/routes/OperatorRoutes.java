package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.op.RevokeOutcome;
import java.util.List;

/** Ending, moving and repeating executions by hand. */
final class OperatorRoutes {
    private static final BodyPart CANCELLATION = BodyPart.with("execution_id", "reason")
            .optional("lease_id")
            .where(MemberRule.EXECUTION, "execution_id")
            .where(MemberRule.NOT_NULL, "source")
            .where(MemberRule.COUNT, "lease_epoch")
            .where(MemberRule.ATTEMPT, "attempt_id")
            .repeating("execution_id");

    private OperatorRoutes() {}

    static List<ClassicRoute<?, ?>> all() {
        return List.of(
                ClassicRoute.post(
                        ClassicRoutes.EXECUTION + "/cancel",
                        Catalogue.CANCEL_EXECUTION,
                        Reply.outcome(),
                        PathPart.EXECUTION,
                        CANCELLATION),
                ClassicRoute.put(
                        ClassicRoutes.EXECUTION + "/priority",
                        Catalogue.CHANGE_PRIORITY,
                        Reply.outcome(),
                        PathPart.EXECUTION,
                        BodyPart.with("new_priority")),
                ClassicRoute.post(
                        ClassicRoutes.EXECUTION + "/replay",
                        Catalogue.REPLAY_EXECUTION,
                        Reply.outcome(),
                        PathPart.EXECUTION),
                ClassicRoute.post(
                        ClassicRoutes.EXECUTION + "/revoke-lease",
                        Catalogue.REVOKE_LEASE,
                        Reply.json(OperatorRoutes::revoked),
                        PathPart.EXECUTION,
                        Part.fixed("reason", "operator_revoke")));
    }

    /** The epoch is a text here. */
    private static JsonNode revoked(RevokeOutcome outcome) {
        var body = JsonNodeFactory.instance.objectNode();
        if (outcome instanceof RevokeOutcome.Revoked revoked) {
            body.putObject("Revoked")
                    .put("lease_id", revoked.leaseId().toString())
                    .put("lease_epoch", Long.toString(revoked.leaseEpoch()));
        } else if (outcome instanceof RevokeOutcome.AlreadySatisfied satisfied) {
            body.putObject("AlreadySatisfied").put("reason", satisfied.reason());
        }
        return body;
    }
}

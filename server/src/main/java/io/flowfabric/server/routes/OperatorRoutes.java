package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.operator.RevokeOutcome;
import java.util.List;

/** Cancelling, replaying and changing executions by operators. */
final class OperatorRoutes {
    private static final BodyPart CANCELLATION = BodyPart.with("execution_id", "reason")
            .optional("lease_id")
            .where(MemberRule.EXECUTION, "execution_id")
            .where(MemberRule.NOT_NULL, "source")
            .where(MemberRule.COUNT, "lease_epoch")
            .where(MemberRule.ATTEMPT, "attempt_id")
            .repeating("execution_id");

    private OperatorRoutes() {}

    static List<RustCompatRoute<?, ?>> all() {
        return List.of(
                RustCompatRoute.post(
                        RustCompatRoutes.EXECUTION + "/cancel",
                        Catalogue.CANCEL_EXECUTION,
                        Reply.outcome(),
                        PathPart.EXECUTION,
                        CANCELLATION),
                RustCompatRoute.put(
                        RustCompatRoutes.EXECUTION + "/priority",
                        Catalogue.CHANGE_PRIORITY,
                        Reply.outcome(),
                        PathPart.EXECUTION,
                        BodyPart.with("new_priority")),
                RustCompatRoute.post(
                        RustCompatRoutes.EXECUTION + "/replay",
                        Catalogue.REPLAY_EXECUTION,
                        Reply.outcome(),
                        PathPart.EXECUTION),
                RustCompatRoute.post(
                        RustCompatRoutes.EXECUTION + "/revoke-lease",
                        Catalogue.REVOKE_LEASE,
                        Reply.json(OperatorRoutes::revoked),
                        PathPart.EXECUTION,
                        ArgumentPart.fixed("reason", "operator_revoke")));
    }

    /** With the epoch as text. */
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

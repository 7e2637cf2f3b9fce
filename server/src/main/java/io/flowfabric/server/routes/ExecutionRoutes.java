package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.op.CreateExecutionOutcome;
import io.flowfabric.model.op.ExecutionPage;
import io.flowfabric.model.op.Payload;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.BytesForm;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Handing executions in and looking at them. */
final class ExecutionRoutes {
    private static final BodyPart SUBMISSION = BodyPart.with(
                    "execution_id",
                    "namespace",
                    "lane_id",
                    "execution_kind",
                    "input_payload",
                    "priority",
                    "creator_identity")
            .optional("payload_encoding", "idempotency_key", "delay_until", "execution_deadline_at")
            .where(MemberRule.BYTES, "input_payload")
            .where(MemberRule.NOT_NULL, "tags")
            .where(MemberRule.OBJECT, "policy");

    private ExecutionRoutes() {}

    static List<ClassicRoute<?, ?>> all() {
        return List.of(
                ClassicRoute.get(
                        ClassicRoutes.EXECUTIONS,
                        Catalogue.LIST_EXECUTIONS,
                        Reply.json(ExecutionRoutes::page),
                        new PageQuery()),
                ClassicRoute.post(
                        ClassicRoutes.EXECUTIONS,
                        Catalogue.CREATE_EXECUTION,
                        Reply.outcome(
                                outcome -> outcome instanceof CreateExecutionOutcome.Created ? 201 : 200, 201, 200),
                        SUBMISSION),
                ClassicRoute.get(
                        ClassicRoutes.EXECUTION,
                        Catalogue.READ_EXECUTION_INFO,
                        Reply.found("execution", ExecutionRoutes::plain),
                        PathPart.EXECUTION),
                ClassicRoute.get(
                        ClassicRoutes.EXECUTION + "/state",
                        Catalogue.READ_EXECUTION_STATE,
                        Reply.found("execution", ExecutionRoutes::plain),
                        PathPart.EXECUTION),
                ClassicRoute.get(
                        ClassicRoutes.EXECUTION + "/result",
                        Catalogue.GET_EXECUTION_RESULT,
                        ExecutionRoutes.result(),
                        PathPart.EXECUTION),
                ClassicRoute.get(
                        ClassicRoutes.EXECUTION + "/explain",
                        Catalogue.EXPLAIN_EXECUTION,
                        Reply.outcome(),
                        PathPart.EXECUTION));
    }

    private static void plain(Exchange exchange, Object found, Answers answers) throws IOException {
        exchange.answer(200, answers.body(found, BytesForm.ARRAY));
    }

    /** The bytes alone; an execution that ended without any has no result. */
    private static Reply<Optional<Payload>> result() {
        Reply<Optional<Payload>> bytes = Reply.found(
                "execution result",
                (exchange, payload, answers) -> exchange.answer(200, "application/octet-stream", payload.bytes()));
        return new Reply<>(
                bytes.statuses(),
                (exchange, payload, answers) ->
                        bytes.send(exchange, payload.filter(stored -> stored.size() > 0), answers));
    }

    /** The cursor is there always, and null on the last page. */
    private static JsonNode page(ExecutionPage page) {
        var body = JsonNodeFactory.instance.objectNode();
        var ids = body.putArray("executions");
        page.executions().forEach(id -> ids.add(id.toString()));
        return body.put("next_cursor", page.nextCursor().map(Object::toString).orElse(null));
    }
}

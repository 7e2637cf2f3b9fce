package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.listing.ExecutionPage;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.BytesForm;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Submitting and reading executions. */
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

    static List<RustCompatRoute<?, ?>> all() {
        return List.of(
                RustCompatRoute.get(
                        RustCompatRoutes.EXECUTIONS,
                        Catalogue.LIST_EXECUTIONS,
                        Reply.json(ExecutionRoutes::page),
                        new PageQuery()),
                RustCompatRoute.post(
                        RustCompatRoutes.EXECUTIONS,
                        Catalogue.CREATE_EXECUTION,
                        Reply.outcome(
                                outcome -> outcome instanceof CreateExecutionOutcome.Created ? 201 : 200, 201, 200),
                        SUBMISSION),
                RustCompatRoute.get(
                        RustCompatRoutes.EXECUTION,
                        Catalogue.READ_EXECUTION_INFO,
                        Reply.found("execution", ExecutionRoutes::plain),
                        PathPart.EXECUTION),
                RustCompatRoute.get(
                        RustCompatRoutes.EXECUTION + "/state",
                        Catalogue.READ_EXECUTION_STATE,
                        Reply.found("execution", ExecutionRoutes::plain),
                        PathPart.EXECUTION),
                RustCompatRoute.get(
                        RustCompatRoutes.EXECUTION + "/result",
                        Catalogue.GET_EXECUTION_RESULT,
                        ExecutionRoutes.result(),
                        PathPart.EXECUTION),
                RustCompatRoute.get(
                        RustCompatRoutes.EXECUTION + "/explain",
                        Catalogue.EXPLAIN_EXECUTION,
                        Reply.outcome(),
                        PathPart.EXECUTION));
    }

    private static void plain(Exchange exchange, Object found, Answers answers) throws IOException {
        exchange.answer(200, answers.body(found, BytesForm.ARRAY));
    }

    /** Only the bytes; an execution that ended without any has no result. */
    private static Reply<Optional<Payload>> result() {
        Reply<Optional<Payload>> bytes = Reply.found(
                "execution result",
                (exchange, payload, answers) -> exchange.answer(200, "application/octet-stream", payload.bytes()));
        return new Reply<>(
                bytes.statuses(),
                (exchange, payload, answers) ->
                        bytes.send(exchange, payload.filter(stored -> stored.size() > 0), answers));
    }

    /** The cursor is always present, and null on the last page. */
    private static JsonNode page(ExecutionPage page) {
        var body = JsonNodeFactory.instance.objectNode();
        var ids = body.putArray("executions");
        page.executions().forEach(id -> ids.add(id.toString()));
        return body.put("next_cursor", page.nextCursor().map(Object::toString).orElse(null));
    }
}

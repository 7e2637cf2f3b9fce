package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.server.auth.OwnNamespace;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.BatchKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A batch over HTTP: an entry that cannot be read is an error of its own, and the others are carried out. */
final class BatchEndpoint implements Endpoint {
    private final Operations operations;
    private final BatchKind<?, ?, ?> kind;

    BatchEndpoint(Operation<?, ?> batch, Operations operations) {
        this.operations = operations;
        this.kind = BatchKind.of(batch);
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        JsonNode body = JsonBody.of(exchange);
        var form = OperationEndpoint.bytesForm(exchange);
        var results = run(kind, items(body), exchange.principal());
        exchange.answer(200, operations.answers().write(Map.of("results", results), form));
    }

    private JsonNode items(JsonNode body) {
        JsonNode items = body.path(kind.items());
        if (!items.isArray()) {
            throw Problem.invalidRequest(
                    422,
                    "invalid_arguments",
                    "invalid JSON: Unprocessable Entity: %s: a list of 1 to %d is needed"
                            .formatted(kind.items(), BatchKind.MOST));
        }
        if (items.isEmpty() || items.size() > BatchKind.MOST) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "%s: %d".formatted(kind.items(), items.size()),
                            "A batch has 1 to %d entries.".formatted(BatchKind.MOST))
                    .toException();
        }
        return items;
    }

    private <B, A, R> List<Object> run(BatchKind<B, A, R> batch, JsonNode items, Principal principal) {
        var results = new Object[items.size()];
        var readable = new ArrayList<A>();
        var places = new ArrayList<Integer>();
        for (int i = 0; i < items.size(); i++) {
            try {
                var item = OwnNamespace.fill(principal, batch.single(), items.get(i));
                readable.add(operations.arguments().read(batch.single(), item));
                places.add(i);
            } catch (RuntimeException refused) {
                results[i] = error(refused);
            }
        }
        if (!readable.isEmpty()) {
            var answers = operations
                    .engine(principal)
                    .call(batch.batch(), batch.pack().apply(readable));
            for (int i = 0; i < answers.size(); i++) {
                results[places.get(i)] = result(batch.single(), readable.get(i), answers.get(i));
            }
        }
        return Arrays.asList(results);
    }

    private static <R> Object result(Operation<?, R> single, Object arguments, BatchItem<R> item) {
        if (item instanceof BatchItem.Refused<R> refused) {
            return error(refused.error().toException());
        }
        return Answers.outside(single, arguments, item.orThrow());
    }

    private static Map<String, ObjectNode> error(RuntimeException refused) {
        var problem = Problem.of(refused);
        return Map.of("Error", problem.body(Style.REMOTE).put("status", problem.status()));
    }
}

package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.ParkedRequests;
import io.flowfabric.server.http.Problem;
import io.flowfabric.wire.BytesForm;
import java.util.List;

/** One operation over HTTP: its arguments are read, it is called, and its answer is written. */
final class OperationEndpoint<A, R> implements Endpoint {
    private static final String WAIT = "max_wait_ms";

    private final Operation<A, R> operation;
    private final Operations operations;

    OperationEndpoint(Operation<A, R> operation, Operations operations) {
        this.operation = operation;
        this.operations = operations;
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        var form = bytesForm(exchange);
        JsonNode body = JsonBody.of(exchange);
        A arguments = operations.arguments().read(operation, body);
        var engine = operations.engine(exchange.principal());
        var call = new ParkedRequests.Call<R>(
                () -> engine.callAsync(operation, arguments),
                answer -> operations.answers().write(operation, arguments, answer, form),
                operations::undo,
                () -> withoutWaiting(exchange, body));
        if (body.path(WAIT).asLong(0) > 0) {
            operations.parked().park(exchange, call);
        } else {
            ParkedRequests.write(exchange, call, engine.call(operation, arguments));
        }
    }

    /** What the call finds now; a claim takes nothing any more, for its worker has to go elsewhere. */
    private R withoutWaiting(Exchange exchange, JsonNode body) {
        if (operation.outcome() == ClaimOutcome.class) {
            @SuppressWarnings("unchecked") // an operation whose outcome is this class answers an instance of it
            R nothing = (R) new ClaimOutcome(List.of());
            return nothing;
        }
        ObjectNode now = body.deepCopy();
        now.put(WAIT, 0);
        return operations
                .engine(exchange.principal())
                .call(operation, operations.arguments().read(operation, now));
    }

    static BytesForm bytesForm(Exchange exchange) {
        String name = exchange.header("FF-Bytes").orElse("array");
        return BytesForm.of(name)
                .orElseThrow(() -> Problem.invalidRequest(
                        400, "invalid_input", "FF-Bytes: %s is none of array, base64, text and json".formatted(name)));
    }
}

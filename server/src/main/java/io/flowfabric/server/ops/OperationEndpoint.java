package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.Waiting;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.ParkedRequests;
import java.util.List;

/** One operation over HTTP: its arguments are read, it is called, and its answer is written. */
final class OperationEndpoint<A, R> implements DescribedEndpoint {
    private final Operation<A, R> operation;
    private final Operations operations;

    OperationEndpoint(Operation<A, R> operation, Operations operations) {
        this.operation = operation;
        this.operations = operations;
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        var form = BytesHeader.of(exchange);
        JsonNode body = JsonBody.of(exchange);
        A arguments = operations.arguments().read(operation, body);
        var engine = operations.engine(exchange.principal());
        var call = new ParkedRequests.Call<R>(
                () -> engine.callAsync(operation, arguments),
                answer -> operations.answers().write(operation, arguments, answer, form),
                answer -> operations.undo(exchange.principal(), arguments, answer),
                () -> withoutWaiting(engine, arguments));
        if (arguments instanceof Waiting waiting && waiting.maxWaitMs() > 0) {
            operations.parked().park(exchange, call);
        } else {
            ParkedRequests.write(exchange, call, engine.call(operation, arguments));
        }
    }

    /** What the call finds now; a claim takes nothing any more, for its worker has to go elsewhere. */
    private R withoutWaiting(Engine engine, A arguments) {
        if (operation.outcome() == ClaimOutcome.class) {
            @SuppressWarnings("unchecked") // an operation whose outcome is this class answers an instance of it
            R nothing = (R) ClaimOutcome.atOnce(List.of());
            return nothing;
        }
        return engine.call(operation, operation.arguments().cast(((Waiting) arguments).withoutWaiting()));
    }

    @Override
    public void describe(ObjectNode description) {
        BytesHeader.describe(description);
    }
}

package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.op.Waiting;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.pipeline.ParkedRequests;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One operation over HTTP: reads its arguments, calls it, and writes its answer. */
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
                () -> begin(engine, arguments),
                answer -> operations.answers().body(operation, arguments, answer, form),
                AnswerWeight::of,
                answer -> operations.undo(exchange.principal(), arguments, answer),
                () -> withoutWaiting(engine, arguments));
        if (operation.outcome() == ClaimOutcome.class) {
            operations.parked().memory().requireShare(exchange.principal());
        }
        long reserved = AnswerWeight.reservedFor(operation);
        if (arguments instanceof Waiting waiting && waiting.maxWaitMs() > 0) {
            operations.parked().park(exchange, call, reserved);
        } else {
            operations.parked().answer(exchange, call, reserved);
        }
    }

    private CompletableFuture<R> begin(Engine engine, A arguments) {
        return arguments instanceof Waiting waiting && waiting.maxWaitMs() > 0
                ? engine.callAsync(operation, arguments)
                : CompletableFuture.completedFuture(engine.call(operation, arguments));
    }

    /** The answer without waiting; a claim gets nothing, because its worker has to reconnect to another server. */
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

package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.auth.OwnNamespace;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.wire.batch.BatchKind;
import io.flowfabric.wire.batch.BatchRun;

/** A batch over HTTP: an entry that cannot be read is refused on its own, and the others are carried out. */
final class BatchEndpoint implements DescribedEndpoint {
    private final Operations operations;
    private final BatchKind<?, ?, ?> kind;

    BatchEndpoint(Operation<?, ?> batch, Operations operations) {
        this.operations = operations;
        this.kind = BatchKind.of(batch);
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        var form = BytesHeader.of(exchange);
        var principal = exchange.principal();
        var run = new BatchRun(operations.arguments(), operations.engine(principal), Problem::ofEntry);
        try (var room = operations.parked().memory().reserve(principal, AnswerWeight.reservedFor(kind.batch()))) {
            var results = run.run(kind, exchange.body(), item -> OwnNamespace.fill(principal, kind.single(), item));
            var answer = operations.answers().body(results, form);
            room.shrinkTo(answer.length());
            exchange.answer(200, answer);
        }
    }

    @Override
    public void describe(ObjectNode description) {
        BytesHeader.describe(description);
    }
}

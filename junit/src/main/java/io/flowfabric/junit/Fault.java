package io.flowfabric.junit;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.TransportKind;
import java.io.IOException;
import java.util.Map;

/** A fault for the next call of an operation. */
record Fault(Operation<?, ?> operation, Kind kind) {
    enum Kind {
        NEVER_ARRIVES("a call never arrives"),
        ANSWER_LOST("an answer is lost");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /** A worker batches calls where it can; a fault of a single operation also hits the batch. */
    private static final Map<Operation<?, ?>, Operation<?, ?>> BATCHES = Map.of(
            Catalogue.CREATE_EXECUTION, Catalogue.SUBMIT_BATCH,
            Catalogue.COMPLETE, Catalogue.COMPLETE_BATCH,
            Catalogue.RENEW, Catalogue.RENEW_BATCH);

    boolean hits(Operation<?, ?> called) {
        return operation.equals(called) || called.equals(BATCHES.get(operation));
    }

    TransportException exception() {
        return new TransportException("fault-injector", TransportKind.TRANSPORT, new IOException(toString()));
    }

    @Override
    public String toString() {
        return "%s: %s".formatted(operation, kind.text);
    }
}

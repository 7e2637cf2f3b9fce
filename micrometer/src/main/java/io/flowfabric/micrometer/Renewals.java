package io.flowfabric.micrometer;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.lease.RenewBatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** Counts renewals of leases, each item of a batch on its own. A malformed item does not count: it renewed nothing. */
final class Renewals {
    private final Counter ok;
    private final Counter err;

    Renewals(MeterRegistry registry) {
        this.ok = counter(registry, "ok");
        this.err = counter(registry, "err");
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder("ff.lease.renewal")
                .description("Renewals of leases")
                .tag("outcome", outcome)
                .register(registry);
    }

    void answered(Operation<?, ?> operation, Object answer) {
        if (isSingle(operation)) {
            ok.increment();
        } else if (operation == Catalogue.RENEW_BATCH) {
            ((List<?>) answer).forEach(this::countItem);
        }
    }

    void failed(Operation<?, ?> operation, Object arguments, Throwable failure) {
        boolean malformed = failure instanceof EngineException refused && refused.kind() == ErrorKind.VALIDATION;
        if (isSingle(operation) && !malformed) {
            err.increment();
        } else if (arguments instanceof RenewBatch batch && !malformed) {
            err.increment(batch.items().size());
        }
    }

    private void countItem(Object item) {
        if (item instanceof BatchItem.Answered<?>) {
            ok.increment();
        } else if (item instanceof BatchItem.Refused<?> refused
                && refused.error().kind() != ErrorKind.VALIDATION) {
            err.increment();
        }
    }

    private static boolean isSingle(Operation<?, ?> operation) {
        return operation == Catalogue.RENEW || operation == Catalogue.RENEW_LEASE;
    }
}

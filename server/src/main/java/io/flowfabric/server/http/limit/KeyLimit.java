package io.flowfabric.server.http.limit;

import io.flowfabric.server.http.ConcurrencyQuota;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.RequestStep;

/** Refuses a request when its key has too many active requests, so that one key leaves capacity to the others. */
public final class KeyLimit implements RequestStep {
    private final ConcurrencyQuota quota;

    /** @param most the limit on active requests of all keys */
    public KeyLimit(int most) {
        this.quota = new ConcurrencyQuota("concurrent_requests", most);
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        if (exchange.route().access().open()) {
            next.handle(exchange);
            return;
        }
        var release = quota.take(exchange.principal(), Principal.Limits::requests);
        try {
            next.handle(exchange);
        } finally {
            release.run();
        }
    }
}

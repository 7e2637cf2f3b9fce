package io.flowfabric.server.http.limit;

import io.flowfabric.server.http.ConcurrencyQuota;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestStep;

/**
 * Refuses a request at once when too many are active, instead of queueing it for a thread. Parked requests do not
 * count; health checks always pass.
 */
public final class RequestLimit implements RequestStep {
    private final ConcurrencyQuota quota;

    /** @param most the limit on active requests */
    public RequestLimit(int most) {
        this.quota = new ConcurrencyQuota("concurrent_requests", most);
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        if (exchange.route().access().open()) {
            next.handle(exchange);
            return;
        }
        var release = quota.take();
        try {
            next.handle(exchange);
        } finally {
            release.run();
        }
    }
}

package io.flowfabric.server.http;

/** Refuses a request when too many of the same key are worked on already, so that one key leaves places to the others. */
public final class KeyLimit implements Step {
    private final Quota quota;

    /** @param most how many requests are worked on at once, of all keys */
    public KeyLimit(int most) {
        this.quota = new Quota("concurrent_requests", most);
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

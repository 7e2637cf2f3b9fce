package io.flowfabric.server.http;

/**
 * Refuses a request when too many are worked on already, at once and not when a thread is free for it. One that waits for
 * the engine is worked on by nobody and does not count; health is always told.
 */
public final class RequestLimit implements Step {
    private final Quota quota;

    /** @param most how many are worked on at once */
    public RequestLimit(int most) {
        this.quota = new Quota("concurrent_requests", most);
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

package io.flowfabric.server.http;

import java.util.List;
import java.util.Optional;

/** The steps that every request takes, in their order. */
public final class Pipeline {
    private final List<Step> steps;

    /**
     * @param cors answers preflights, outermost, since they carry no key
     * @param metrics sees refused requests, too
     */
    public Pipeline(Cors cors, RequestMetrics metrics, Authenticator authenticator, BodyLimit bodyLimit) {
        this.steps = List.of(
                cors,
                new RequestIds(),
                new Observation(metrics),
                Pipeline::answerProblems,
                (exchange, next) -> authenticate(authenticator, exchange, next),
                bodyLimit);
    }

    /** The endpoint of a route behind all steps. */
    Endpoint before(Endpoint endpoint) {
        Endpoint whole = endpoint;
        for (int i = steps.size() - 1; i >= 0; i--) {
            whole = steps.get(i).before(whole);
        }
        return whole;
    }

    private static void answerProblems(Exchange exchange, Endpoint next) {
        try {
            next.handle(exchange);
        } catch (Exception failure) {
            exchange.answer(Problem.of(failure));
        }
    }

    private static void authenticate(Authenticator authenticator, Exchange exchange, Endpoint next) throws Exception {
        if (!exchange.route().access().open()) {
            Optional<String> authorization = exchange.header("Authorization");
            exchange.admit(authenticator.admit(authorization, exchange.route()));
        }
        next.handle(exchange);
    }
}

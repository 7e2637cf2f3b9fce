package io.flowfabric.server.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps that every request takes, in their order. */
public final class Pipeline {
    private final List<Step> steps;
    private final List<Step> inner;

    /**
     * @param cors answers preflights, outermost, since they carry no key
     * @param observers see refused requests, too
     * @param gates refuse requests whoever makes them
     * @param last once it is known who makes them
     */
    public Pipeline(Cors cors, List<Step> observers, List<Step> gates, Authenticator authenticator, List<Step> last) {
        Step authentication = (exchange, next) -> authenticate(authenticator, exchange, next);
        this.inner = Stream.of(List.<Step>of(Pipeline::answerProblems), gates, List.of(authentication), last)
                .flatMap(List::stream)
                .toList();
        this.steps = Stream.of(List.of(cors, new RequestIds()), observers, inner)
                .flatMap(List::stream)
                .toList();
    }

    /** The endpoint of a route behind all steps. */
    Endpoint before(Endpoint endpoint) {
        return behind(steps, endpoint);
    }

    /** The endpoint of a page for those who watch the server: behind its lock, and watched by nobody. */
    Endpoint besides(Endpoint endpoint) {
        return behind(inner, endpoint);
    }

    private static Endpoint behind(List<Step> steps, Endpoint endpoint) {
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
            exchange.answer(failure);
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

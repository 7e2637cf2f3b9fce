package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestIds;
import io.flowfabric.server.http.RequestStep;
import io.flowfabric.server.http.origin.Cors;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps that every request takes, in their order. */
public final class RequestPipeline {
    private final List<RequestStep> steps;
    private final List<RequestStep> inner;

    /**
     * @param cors answers preflights, outermost, since they carry no key
     * @param observers see refused requests, too
     * @param gates refuse requests before authentication
     * @param last the steps after authentication
     */
    public RequestPipeline(
            Cors cors,
            List<RequestStep> observers,
            List<RequestStep> gates,
            Authenticator authenticator,
            List<RequestStep> last) {
        RequestStep authentication = (exchange, next) -> authenticate(authenticator, exchange, next);
        this.inner = Stream.of(
                        List.<RequestStep>of(RequestPipeline::answerProblems), gates, List.of(authentication), last)
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

    /** The endpoint of a page for monitoring: authenticated, but not observed itself. */
    Endpoint besides(Endpoint endpoint) {
        return behind(inner, endpoint);
    }

    private static Endpoint behind(List<RequestStep> steps, Endpoint endpoint) {
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

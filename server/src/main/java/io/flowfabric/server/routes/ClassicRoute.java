package io.flowfabric.server.routes;

import io.flowfabric.engine.Operation;
import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.server.ops.Operations;
import java.util.List;

/**
 * One of FlowFabric's routes.
 *
 * @param method in upper case
 * @param template the path, with its variables in braces
 * @param operation what it calls, which also says who may use it
 * @param parts what brings the arguments, in this order; what an earlier one brought stays
 * @param reply what the outcome becomes
 */
record ClassicRoute<A, R>(
        String method, String template, Operation<A, R> operation, List<Part> parts, Reply<? super R> reply) {

    ClassicRoute {
        parts = List.copyOf(parts);
    }

    static <A, R> ClassicRoute<A, R> get(
            String template, Operation<A, R> operation, Reply<? super R> reply, Part... parts) {
        return new ClassicRoute<>("GET", template, operation, List.of(parts), reply);
    }

    static <A, R> ClassicRoute<A, R> post(
            String template, Operation<A, R> operation, Reply<? super R> reply, Part... parts) {
        return new ClassicRoute<>("POST", template, operation, List.of(parts), reply);
    }

    static <A, R> ClassicRoute<A, R> put(
            String template, Operation<A, R> operation, Reply<? super R> reply, Part... parts) {
        return new ClassicRoute<>("PUT", template, operation, List.of(parts), reply);
    }

    /** The route as the router knows it. */
    Route route(Operations operations) {
        return new Route(
                method,
                template,
                Access.to(operation),
                bodyLimit(),
                Style.CLASSIC,
                new ClassicEndpoint<>(this, operations));
    }

    /** By the path: whatever is sent to the collection of executions may carry a payload. */
    private int bodyLimit() {
        return template.equals(ClassicRoutes.EXECUTIONS) ? BodyLimit.LARGE : BodyLimit.CONTROL;
    }
}

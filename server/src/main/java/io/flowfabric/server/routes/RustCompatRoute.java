package io.flowfabric.server.routes;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.server.ops.Operations;
import java.util.List;

/**
 * A route of the Rust FlowFabric.
 *
 * @param method in upper case
 * @param template the path, with its variables in braces
 * @param operation the operation that it calls, which also determines its access
 * @param parts the parts that carry the arguments, in this order; an earlier one takes precedence
 * @param reply how the outcome is answered
 */
record RustCompatRoute<A, R>(
        String method, String template, Operation<A, R> operation, List<ArgumentPart> parts, Reply<? super R> reply) {

    RustCompatRoute {
        parts = List.copyOf(parts);
    }

    static <A, R> RustCompatRoute<A, R> get(
            String template, Operation<A, R> operation, Reply<? super R> reply, ArgumentPart... parts) {
        return new RustCompatRoute<>("GET", template, operation, List.of(parts), reply);
    }

    static <A, R> RustCompatRoute<A, R> post(
            String template, Operation<A, R> operation, Reply<? super R> reply, ArgumentPart... parts) {
        return new RustCompatRoute<>("POST", template, operation, List.of(parts), reply);
    }

    static <A, R> RustCompatRoute<A, R> put(
            String template, Operation<A, R> operation, Reply<? super R> reply, ArgumentPart... parts) {
        return new RustCompatRoute<>("PUT", template, operation, List.of(parts), reply);
    }

    /** The route as the router knows it. */
    Route route(Operations operations) {
        return new Route(
                method,
                template,
                Access.to(operation),
                bodyLimit(),
                Style.CLASSIC,
                new RustCompatEndpoint<>(this, operations));
    }

    /** By the path: requests to the collection of executions may carry a payload. */
    private int bodyLimit() {
        return template.equals(RustCompatRoutes.EXECUTIONS) ? BodyLimit.LARGE : BodyLimit.CONTROL;
    }
}

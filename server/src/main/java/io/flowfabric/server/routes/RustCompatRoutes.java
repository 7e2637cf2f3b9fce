package io.flowfabric.server.routes;

import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.ops.Operations;
import java.util.List;
import java.util.stream.Stream;

/** The routes of the Rust FlowFabric that lead to an operation. */
public final class RustCompatRoutes {
    static final String EXECUTIONS = "/v1/executions";
    static final String EXECUTION = EXECUTIONS + "/{id}";

    private RustCompatRoutes() {}

    /** All of them, on these operations. */
    public static List<Route> on(Operations operations) {
        return all().map(route -> route.route(operations)).toList();
    }

    /** Those that need a scope, as method and template. */
    public static List<String> needing(Scope scope) {
        return all().filter(route -> route.operation().scope() == scope)
                .map(route -> route.method() + " " + route.template())
                .toList();
    }

    private static Stream<RustCompatRoute<?, ?>> all() {
        return Stream.of(ExecutionRoutes.all(), OperatorRoutes.all(), GrantRoutes.all())
                .flatMap(List::stream);
    }
}

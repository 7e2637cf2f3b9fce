package io.flowfabric.server.routes;

import io.flowfabric.engine.Scope;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.ops.Operations;
import java.util.List;
import java.util.stream.Stream;

/** Every route of FlowFabric that leads to an operation. */
public final class ClassicRoutes {
    static final String EXECUTIONS = "/v1/executions";
    static final String EXECUTION = EXECUTIONS + "/{id}";

    private ClassicRoutes() {}

    /** All of them, on these operations. */
    public static List<Route> on(Operations operations) {
        return all().map(route -> route.route(operations)).toList();
    }

    /** Those that need a scope, as a method and a template. */
    public static List<String> needing(Scope scope) {
        return all().filter(route -> route.operation().scope() == scope)
                .map(route -> route.method() + " " + route.template())
                .toList();
    }

    private static Stream<ClassicRoute<?, ?>> all() {
        return Stream.of(ExecutionRoutes.all(), OperatorRoutes.all(), GrantRoutes.all())
                .flatMap(List::stream);
    }
}

package io.flowfabric.server.routes;

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
        return Stream.of(ExecutionRoutes.all(), OperatorRoutes.all(), GrantRoutes.all())
                .flatMap(List::stream)
                .map(route -> route.route(operations))
                .toList();
    }
}

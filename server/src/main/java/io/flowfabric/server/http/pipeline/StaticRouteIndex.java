package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.Route;
import java.util.List;

/**
 * Javalin matches one route after the other, each by a pattern. A route that differs from another only by a name in
 * place of the variable at the end, as each operation does, is therefore reached through that one, and found by its
 * path.
 */
final class StaticRouteIndex {
    private final List<Route> routes;

    StaticRouteIndex(List<Route> routes) {
        this.routes = routes;
    }

    /** The routes that Javalin has to know. */
    List<Route> others() {
        return routes.stream()
                .filter(route -> routes.stream().noneMatch(other -> leadsTo(other, route)))
                .toList();
    }

    /** The routes that are reached through a route, by path. */
    List<Route> named(Route through) {
        return routes.stream().filter(route -> leadsTo(through, route)).toList();
    }

    private static boolean leadsTo(Route through, Route route) {
        return through.method().equals(route.method())
                && through.template().endsWith("}")
                && !route.template().contains("{")
                && parent(through).equals(parent(route));
    }

    private static String parent(Route route) {
        return route.template().substring(0, route.template().lastIndexOf('/') + 1);
    }
}

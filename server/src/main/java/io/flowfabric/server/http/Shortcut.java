package io.flowfabric.server.http;

import java.util.List;

/**
 * Javalin tries one route after the other, each with a pattern of its own. Routes that differ from another only by a name in
 * place of its variable at the end, as each operation does, are therefore reached through that one, and found by their path.
 */
final class Shortcut {
    private final List<Route> routes;

    Shortcut(List<Route> routes) {
        this.routes = routes;
    }

    /** Those that Javalin has to know. */
    List<Route> others() {
        return routes.stream()
                .filter(route -> routes.stream().noneMatch(other -> leadsTo(other, route)))
                .toList();
    }

    /** Those that are reached through a route. */
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

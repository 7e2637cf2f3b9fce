package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the route of a request: by its path where the template has no variable, otherwise segment by segment, the first
 * one that was added. Not for several threads while routes are added; for any thread afterwards.
 */
final class RouteTable {
    /**
     * A route that was found.
     *
     * @param endpoint the endpoint of the route, behind the steps of every request
     * @param variables the values of the template's variables, as they were sent
     */
    record Found(Route route, Endpoint endpoint, Map<String, String> variables) {}

    private record Entry(Route route, Endpoint endpoint, List<String> segments) {}

    private final Map<String, Map<String, Found>> named = new HashMap<>();
    private final Map<String, List<Entry>> templates = new HashMap<>();

    /** Adds a route, for another method as well if it is asked for. */
    void add(String method, Route route, Endpoint endpoint) {
        if (route.template().contains("{")) {
            templates
                    .computeIfAbsent(method, any -> new ArrayList<>())
                    .add(new Entry(route, endpoint, segments(route.template())));
        } else {
            named.computeIfAbsent(method, any -> new HashMap<>())
                    .putIfAbsent(route.template(), new Found(route, endpoint, Map.of()));
        }
    }

    Optional<Found> find(String method, String path) {
        var byName = named.getOrDefault(method, Map.of()).get(path);
        return byName != null ? Optional.of(byName) : byTemplate(method, path);
    }

    private Optional<Found> byTemplate(String method, String path) {
        var given = segments(path);
        return templates.getOrDefault(method, List.of()).stream()
                .filter(entry -> matches(entry.segments(), given, false))
                .findFirst()
                .map(entry -> new Found(entry.route(), entry.endpoint(), variables(entry.segments(), given)));
    }

    /** A route that would match if its variables could be empty. */
    Optional<Route> findWithEmptyVariable(String method, String path) {
        var given = segments(path);
        return templates.getOrDefault(method, List.of()).stream()
                .filter(entry -> matches(entry.segments(), given, true))
                .map(Entry::route)
                .findFirst();
    }

    /** The methods that have a route for a path. */
    Set<String> methods(String path) {
        var methods = new TreeSet<String>();
        named.keySet().stream().filter(method -> find(method, path).isPresent()).forEach(methods::add);
        templates.keySet().stream()
                .filter(method -> find(method, path).isPresent())
                .forEach(methods::add);
        return methods;
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }

    private static boolean matches(List<String> wanted, List<String> given, boolean withEmptyVariables) {
        if (wanted.size() != given.size()) {
            return false;
        }
        for (int i = 0; i < wanted.size(); i++) {
            boolean fits = isVariable(wanted.get(i))
                    ? withEmptyVariables || !given.get(i).isEmpty()
                    : wanted.get(i).equals(given.get(i));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    private static Map<String, String> variables(List<String> wanted, List<String> given) {
        var values = new HashMap<String, String>();
        for (int i = 0; i < wanted.size(); i++) {
            String name = wanted.get(i);
            if (isVariable(name)) {
                values.put(name.substring(1, name.length() - 1), given.get(i));
            }
        }
        return values;
    }
}

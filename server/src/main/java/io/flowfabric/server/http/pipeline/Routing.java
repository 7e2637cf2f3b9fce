package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.server.http.StreamingEndpoint;
import io.flowfabric.server.http.connection.UnreadBody;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.NotFoundResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts routes behind the pipeline and hands them to Javalin. */
public final class Routing {
    private static final String UNKNOWN = "unknown";
    private static final int REFUSED = 400;
    private static final int TOO_SLOW = 408;

    private final RequestPipeline pipeline;
    private final List<Route> routes;
    private final List<Route> pages;

    /** @param pages routes for monitoring: neither counted nor logged, and without CORS */
    public Routing(RequestPipeline pipeline, List<Route> routes, List<Route> pages) {
        this.pipeline = pipeline;
        this.routes = List.copyOf(routes);
        this.pages = List.copyOf(pages);
    }

    /** All routes, as method and template. */
    public List<String> routes() {
        return all().map(route -> route.method() + " " + route.template()).toList();
    }

    private Stream<Route> all() {
        return Stream.concat(routes.stream(), pages.stream());
    }

    /** Registers the routes, and the handler for requests without one. */
    public void install(JavalinConfig config) {
        config.http.prefer405over404 = true;
        // "/healthz/" is another path, and needs a key.
        config.router.ignoreTrailingSlashes = false;
        var router = config.routes;
        var staticRoutes = new StaticRouteIndex(routes);
        staticRoutes.others().forEach(route -> add(router, route, way(staticRoutes, route)));
        pages.forEach(page -> add(router, page, way(page, pipeline.besides(page.endpoint()))));
        router.exception(NotFoundResponse.class, (missing, context) -> nowhere(context, 404));
        router.exception(MethodNotAllowedResponse.class, (wrong, context) -> nowhere(context, 405));
    }

    /** The handler of a route; it also serves the static routes that are reached through this one. */
    private Handler way(StaticRouteIndex staticRoutes, Route route) {
        var usual = way(route, pipeline.before(route.endpoint()));
        var byPath = new HashMap<String, Handler>();
        staticRoutes.named(route).forEach(one -> byPath.put(one.template(), way(one, pipeline.before(one.endpoint()))));
        return byPath.isEmpty()
                ? usual
                : context -> byPath.getOrDefault(context.path(), usual).handle(context);
    }

    private static Handler way(Route route, Endpoint endpoint) {
        return context -> run(context, route, endpoint);
    }

    private void add(RoutesConfig router, Route route, Handler way) {
        router.addHttpHandler(HandlerType.findOrCreate(route.method()), route.template(), way);
        if (route.method().equals("GET")) {
            // Javalin would otherwise answer HEAD itself, without the steps.
            boolean endless = route.endpoint() instanceof StreamingEndpoint;
            router.addHttpHandler(HandlerType.HEAD, route.template(), endless ? context -> nowhere(context, 405) : way);
        }
    }

    private void nowhere(Context context, int status) {
        var unnamed = status == 404 ? unnamed(context) : Optional.<Route>empty();
        if (unnamed.isPresent()) {
            run(context, unnamed.get(), pipeline.before(unnamed.get().endpoint()));
            return;
        }
        var route = new Route(
                context.req().getMethod(),
                UNKNOWN,
                Access.ANY_KEY,
                BodyLimit.UNREAD,
                Style.CLASSIC,
                exchange -> exchange.answerEmpty(status));
        if (status == 405) {
            context.res().setHeader("Allow", String.join(", ", allowed(context.path())));
        }
        run(context, route, pipeline.before(route.endpoint()));
    }

    /**
     * A route for a path with an empty variable, which Javalin does not match: it refuses the request with the reason.
     */
    private Optional<Route> unnamed(Context context) {
        return routes.stream()
                .filter(route -> route.method().equals(context.req().getMethod()))
                .filter(route -> matches(route.template(), context.path()))
                .findFirst()
                .map(route -> route.with(exchange -> {
                    throw Problem.invalidRequest(
                            400,
                            "invalid_input",
                            "invalid_input: %s: a variable of the path is empty".formatted(route.template()));
                }));
    }

    private Set<String> allowed(String path) {
        return all().filter(route -> matches(route.template(), path))
                .map(Route::method)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean matches(String template, String path) {
        String[] wanted = template.split("/", -1);
        String[] given = path.split("/", -1);
        if (wanted.length != given.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (!wanted[i].startsWith("{") && !wanted[i].equals(given[i])) {
                return false;
            }
        }
        return true;
    }

    private static void run(Context context, Route route, Endpoint endpoint) {
        var exchange = new Exchange(context, route);
        try {
            endpoint.handle(exchange);
        } catch (Exception failure) {
            exchange.answer(failure);
        }
        if (exchange.endUnlessLater() && exchange.status() >= REFUSED && exchange.status() != TOO_SLOW) {
            UnreadBody.discard(context.req(), context.res());
        }
    }
}

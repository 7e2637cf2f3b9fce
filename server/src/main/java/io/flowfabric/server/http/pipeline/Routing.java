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
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Puts routes behind the pipeline and leads each request to its route. */
public final class Routing {
    private static final String UNKNOWN = "unknown";
    private static final int REFUSED = 400;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int TOO_SLOW = 408;

    private final RequestPipeline pipeline;
    private final List<String> routes;
    private final RouteTable table = new RouteTable();

    /** @param pages routes for monitoring: neither counted nor logged, and without CORS */
    public Routing(RequestPipeline pipeline, List<Route> routes, List<Route> pages) {
        this.pipeline = pipeline;
        this.routes = Stream.concat(routes.stream(), pages.stream())
                .map(route -> route.method() + " " + route.template())
                .toList();
        routes.forEach(route -> add(route, pipeline.before(route.endpoint())));
        pages.forEach(page -> add(page, pipeline.besides(page.endpoint())));
    }

    /** All routes, as method and template. */
    public List<String> routes() {
        return routes;
    }

    private void add(Route route, Endpoint endpoint) {
        table.add(route.method(), route, endpoint);
        if (route.method().equals("GET") && !(route.endpoint() instanceof StreamingEndpoint)) {
            table.add("HEAD", route, endpoint);
        }
    }

    /** The servlet for all paths. */
    public HttpServlet servlet() {
        return new RouteServlet(this);
    }

    private static final class RouteServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;

        private final transient Routing routing;

        RouteServlet(Routing routing) {
            this.routing = routing;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) {
            routing.handle(request, response);
        }
    }

    private void handle(HttpServletRequest request, HttpServletResponse response) {
        var found = table.find(request.getMethod(), request.getRequestURI());
        if (found.isPresent()) {
            var way = found.get();
            run(new Exchange(request, response, way.route(), way.variables()), way.endpoint());
        } else {
            var route = without(request, response);
            run(new Exchange(request, response, route, Map.of()), pipeline.before(route.endpoint()));
        }
    }

    /** The answer to a request that no route matches; it takes the same steps as any other. */
    private Route without(HttpServletRequest request, HttpServletResponse response) {
        String path = request.getRequestURI();
        var allowed = allowed(path);
        if (!allowed.isEmpty()) {
            response.setHeader("Allow", String.join(", ", allowed));
            return nowhere(request, NOT_ALLOWED);
        }
        return unnamed(request.getMethod(), path).orElseGet(() -> nowhere(request, NOT_FOUND));
    }

    private static Route nowhere(HttpServletRequest request, int status) {
        return new Route(
                request.getMethod(),
                UNKNOWN,
                Access.ANY_KEY,
                BodyLimit.UNREAD,
                Style.CLASSIC,
                exchange -> exchange.answerEmpty(status));
    }

    /** A route for a path with an empty variable: it refuses the request with the reason. */
    private Optional<Route> unnamed(String method, String path) {
        return table.findWithEmptyVariable(method, path)
                .map(route -> route.with(exchange -> {
                    throw Problem.invalidRequest(
                            400,
                            "invalid_input",
                            "invalid_input: %s: a variable of the path is empty".formatted(route.template()));
                }));
    }

    /** HEAD goes without saying. */
    private Set<String> allowed(String path) {
        var methods = table.methods(path);
        methods.remove("HEAD");
        return methods;
    }

    private static void run(Exchange exchange, Endpoint endpoint) {
        try {
            endpoint.handle(exchange);
        } catch (Exception failure) {
            exchange.answer(failure);
        }
        if (exchange.endUnlessLater() && exchange.status() >= REFUSED && exchange.status() != TOO_SLOW) {
            UnreadBody.discard(exchange.request(), exchange.response());
        }
    }
}

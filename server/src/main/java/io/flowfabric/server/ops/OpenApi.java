package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.wire.ArgumentSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Describes every route as OpenAPI, from the routes themselves and the records of the operations behind them. */
public final class OpenApi {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    private OpenApi() {}

    /** The route that serves the description of the other routes and of itself. */
    public static Route route(List<Route> others) {
        var all = new ArrayList<>(others);
        var description = JsonNodeFactory.instance.objectNode();
        var route =
                Route.get("/openapi.json", Access.ANY_KEY, Style.REMOTE, exchange -> exchange.answer(200, description));
        all.add(route);
        describe(all, description);
        return route;
    }

    static void describe(List<Route> routes, ObjectNode description) {
        description.put("openapi", "3.1.0");
        description.putObject("info").put("title", "FlowFabric").put("version", "1");
        var paths = description.putObject("paths");
        for (Route route : routes) {
            var path = paths.withObjectProperty(route.template());
            describe(route, path.putObject(route.method().toLowerCase(Locale.ROOT)));
        }
        var components = description.putObject("components");
        components
                .putObject("securitySchemes")
                .putObject("key")
                .put("type", "http")
                .put("scheme", "bearer");
        error(components.putObject("schemas").putObject("Error"));
    }

    private static void describe(Route route, ObjectNode operation) {
        route.access().operation().ifPresent(behind -> {
            operation.put("summary", behind.description());
            operation.put("x-scope", behind.scope().literal());
            operation.putArray("tags").add(behind.scope().literal());
            if (route.style() == Style.REMOTE) {
                operation.put("operationId", behind.name());
                arguments(behind, operation);
            }
        });
        if (!route.access().open()) {
            operation.putArray("security").addObject().putArray("key");
        }
        variables(route, operation);
        var responses = operation.putObject("responses");
        responses.putObject("200").put("description", "The answer.");
        refusal(responses, "default", "An error.");
        if (route.access().operation().isPresent()) {
            comeBack(responses, "429", "Too many of these at once; retryable.");
            comeBack(
                    responses,
                    "503",
                    "The memory of the server is full (resource_exhausted, retryable), or it stops (unavailable).");
        }
        if (route.endpoint() instanceof DescribedEndpoint endpoint) {
            endpoint.describe(operation);
        }
    }

    private static ObjectNode refusal(ObjectNode responses, String status, String description) {
        var response = responses.putObject(status).put("description", description);
        response.putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/Error");
        return response;
    }

    private static void comeBack(ObjectNode responses, String status, String description) {
        refusal(responses, status, description)
                .putObject("headers")
                .putObject("Retry-After")
                .put("description", "Seconds to wait, when a hint is known.")
                .putObject("schema")
                .put("type", "integer");
    }

    private static void arguments(Operation<?, ?> behind, ObjectNode operation) {
        operation
                .putObject("requestBody")
                .putObject("content")
                .putObject("application/json")
                .set("schema", ArgumentSchemas.of(behind));
    }

    private static void variables(Route route, ObjectNode operation) {
        var found = VARIABLE.matcher(route.template());
        if (found.find()) {
            var parameters = operation.putArray("parameters");
            do {
                var variable = parameters.addObject();
                variable.put("name", found.group(1)).put("in", "path").put("required", true);
                variable.putObject("schema").put("type", "string");
            } while (found.find());
        }
    }

    private static void error(ObjectNode schema) {
        schema.put("type", "object");
        schema.putArray("required").add("error");
        var members = schema.putObject("properties");
        for (String text : List.of("error", "kind", "code")) {
            members.putObject(text).put("type", "string");
        }
        members.putObject("retryable").put("type", "boolean");
        members.putObject("details").put("type", "object");
    }
}

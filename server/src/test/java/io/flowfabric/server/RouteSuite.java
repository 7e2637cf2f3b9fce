package io.flowfabric.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** Shared by the tests of the routes of the Rust FlowFabric. Quotes in bodies may be single. */
abstract class RouteSuite extends ServerSuite {
    private static final ObjectMapper EXACT =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    static final String UNKNOWN = "{fp:86}:11111111-1111-4111-8111-111111111111";

    /** The path of an execution, or of a part of it, properly encoded. */
    static String path(String id, String more) {
        return "/v1/executions/" + id.replace("{", "%7B").replace("}", "%7D") + more;
    }

    static String freshId() {
        return "{fp:86}:" + UUID.randomUUID();
    }

    HttpAnswer get(String path) {
        return http.get(path);
    }

    HttpAnswer post(String path, String body) {
        return send("POST", path, body);
    }

    HttpAnswer put(String path, String body) {
        return send("PUT", path, body);
    }

    private HttpAnswer send(String method, String path, String body) {
        return http.send(http.request(path)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body.replace('\'', '"'))))
                .join();
    }

    /** With an empty object, as clients do without arguments. */
    HttpAnswer postNothing(String path) {
        return http.send(http.request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.noBody()))
                .join();
    }

    HttpResponse<byte[]> bytes(String path) {
        return HttpClient.newHttpClient()
                .sendAsync(http.request(path).build(), BodyHandlers.ofByteArray())
                .join();
    }

    /** A body that creates an execution on the lane {@code main}; further members may replace the default ones. */
    static String submission(String id, String more) {
        return lastOfTwo("""
                {'execution_id':'%s','namespace':'shop','lane_id':'main','execution_kind':'charge','input_payload':[123,125],
                 'priority':5,'creator_identity':'test'%s}""".formatted(id, more));
    }

    /** The same without members that a later one replaces; malformed JSON stays as it is. */
    static String lastOfTwo(String json) {
        try {
            return EXACT.readTree(json.replace('\'', '"')).toString().replace('"', '\'');
        } catch (JsonProcessingException noJson) {
            return json;
        }
    }

    /** Creates an execution on the lane {@code main}; answers its id. */
    String create(String more) {
        return post("/v1/executions", submission(freshId(), more))
                .variant("Created")
                .get("execution_id")
                .textValue();
    }

    String create() {
        return create("");
    }

    JsonNode info(String id) {
        return get(path(id, "")).body();
    }

    String state(String id) {
        return get(path(id, "/state")).body().textValue();
    }

    JsonNode claimed(String more) {
        return http.call("claim", claim(more)).variant("Claimed");
    }

    void complete(JsonNode claim, String payload) {
        http.call("complete", "{'handle':'%s'%s}".formatted(claim.get("handle").textValue(), payload));
    }

    static String cancellation(String id, String more) {
        return "{'execution_id':'%s','reason':'not needed'%s}".formatted(id, more);
    }

    long serverTime() {
        return http.call("server_time_ms", "{}").body().longValue();
    }
}

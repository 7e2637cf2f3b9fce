package io.flowfabric.server;

import io.flowfabric.engine.catalogue.Scope;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/**
 * A request to a route of the Rust FlowFabric about an execution.
 *
 * @param scope what a key needs for it, by the table of routes
 * @param template the route
 * @param query what follows the path
 * @param body with {@code ID} where the execution is named; quotes may be single, and empty for none
 * @param status what it answers of an execution that was just submitted
 */
record ClassicRequest(String method, String template, Scope scope, String query, String body, int status) {
    private static final String SUBMISSION =
            "{'execution_id':'ID','namespace':'a','lane_id':'main','execution_kind':'k','input_payload':[],"
                    + "'priority':1,'creator_identity':'test'}";
    private static final String RECLAIM =
            "{'worker_id':'w','worker_instance_id':'w-1','lane_id':'main','grant_ttl_ms':1000}";
    private static final String CLAIM = "{'worker_instance_id':'w-1','lane_id':'main','grant_ttl_ms':1000}";

    /** One for each route of the Rust FlowFabric that needs a key. */
    static final List<ClassicRequest> ALL = List.of(
            get("", "?partition=86", 200),
            new ClassicRequest("POST", "/v1/executions", Scope.SUBMIT, "", SUBMISSION, 200),
            get("/{id}", "", 200),
            get("/{id}/state", "", 200),
            get("/{id}/result", "", 404),
            get("/{id}/explain", "", 200),
            on("POST", "cancel", Scope.SUBMIT, "{'execution_id':'ID','reason':'no'}", 200),
            on("PUT", "priority", Scope.ADMIN, "{'new_priority':7}", 200),
            on("POST", "replay", Scope.ADMIN, "", 409),
            on("POST", "revoke-lease", Scope.ADMIN, "", 200),
            on("POST", "reclaim", Scope.WORK, RECLAIM, 200),
            new ClassicRequest("POST", "/v1/workers/{worker_id}/claim", Scope.WORK, "", CLAIM, 200));

    private static ClassicRequest get(String more, String query, int status) {
        return new ClassicRequest("GET", "/v1/executions" + more, Scope.READ, query, "", status);
    }

    private static ClassicRequest on(String method, String action, Scope scope, String body, int status) {
        return new ClassicRequest(method, "/v1/executions/{id}/" + action, scope, "", body, status);
    }

    /** Whether its path names an execution. */
    boolean isOfOne() {
        return template.contains("{id}");
    }

    /** Sends it for an execution. */
    HttpAnswer send(HttpCaller caller, String id) {
        String path = template.replace("{id}", id.replace("{", "%7B").replace("}", "%7D"))
                .replace("{worker_id}", "w");
        var request = caller.request(path + query);
        if (body.isEmpty()) {
            request.header("Content-Type", "application/json").method(method, BodyPublishers.noBody());
        } else {
            String json = body.replace("ID", id).replace('\'', '"');
            request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(json));
        }
        return caller.send(request).join();
    }

    @Override
    public String toString() {
        return method + " " + template;
    }
}

package io.flowfabric.server;

import io.flowfabric.engine.Scope;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/**
 * A request to one of FlowFabric's routes that asks for something about an execution.
 *
 * @param scope what a key needs for it, by the table of routes
 * @param template the route
 * @param query what follows the path
 * @param body with {@code ID} where the execution is named; quotes may be single, and empty for none
 */
record ClassicRequest(String method, String template, Scope scope, String query, String body) {
    private static final String SUBMISSION =
            "{'execution_id':'ID','namespace':'a','lane_id':'main','execution_kind':'k','input_payload':[],"
                    + "'priority':1,'creator_identity':'test'}";
    private static final String TAKEOVER =
            "{'worker_id':'w','worker_instance_id':'w-1','lane_id':'main','grant_ttl_ms':1000}";
    private static final String CLAIM = "{'worker_instance_id':'w-1','lane_id':'main','grant_ttl_ms':1000}";

    /** One for each of FlowFabric's routes that is behind a lock. */
    static final List<ClassicRequest> ALL = List.of(
            get("", "?partition=86"),
            new ClassicRequest("POST", "/v1/executions", Scope.SUBMIT, "", SUBMISSION),
            get("/{id}", ""),
            get("/{id}/state", ""),
            get("/{id}/result", ""),
            get("/{id}/explain", ""),
            on("POST", "cancel", Scope.SUBMIT, "{'execution_id':'ID','reason':'no'}"),
            on("PUT", "priority", Scope.ADMIN, "{'new_priority':7}"),
            on("POST", "replay", Scope.ADMIN, ""),
            on("POST", "revoke-lease", Scope.ADMIN, ""),
            on("POST", "reclaim", Scope.WORK, TAKEOVER),
            new ClassicRequest("POST", "/v1/workers/{worker_id}/claim", Scope.WORK, "", CLAIM));

    private static ClassicRequest get(String more, String query) {
        return new ClassicRequest("GET", "/v1/executions" + more, Scope.READ, query, "");
    }

    private static ClassicRequest on(String method, String action, Scope scope, String body) {
        return new ClassicRequest(method, "/v1/executions/{id}/" + action, scope, "", body);
    }

    /** Whether its path names an execution. */
    boolean isOfOne() {
        return template.contains("{id}");
    }

    /** Asks it about an execution. */
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

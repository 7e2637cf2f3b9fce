package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** 08 §6 and its line 13: the scopes of keys. */
abstract class ScopeContract extends ServerSuite {
    @Override
    ServerConfig config() throws IOException {
        return withKeys(
                KeyFiles.key("read", "'read'", ""),
                KeyFiles.key("submit", "'submit'", ""),
                KeyFiles.key("work", "'work'", ""),
                KeyFiles.key("admin", "'admin'", ""));
    }

    @Test
    void keyWithoutTheScopeIsForbiddenEveryOperationOfItAndNothingHappens() {
        var admin = http.with("token-of-key-admin");
        var samples = new Samples(admin);
        var held = held(admin);
        String id = held.get("execution_id").textValue();
        String before = everything(admin, id);

        for (Operation<?, ?> operation : Catalogue.all()) {
            String arguments = samples.of(
                    operation.name(),
                    Map.of("execution_id", id, "handle", held.get("handle").textValue()));
            for (Scope scope : Scope.values()) {
                if (allows(scope, operation.scope())) {
                    continue;
                }
                var refused = http.with("token-of-key-" + scope.literal()).call(operation.name(), arguments);
                assertThat(refused.status()).as("%s with %s", operation, scope).isEqualTo(403);
                assertThat(refused.body().get("code").textValue()).isEqualTo("scope_required");
                assertThat(refused.body().get("kind").textValue()).isEqualTo("forbidden");
                assertThat(refused.body().get("retryable").booleanValue()).isFalse();
            }
        }

        assertThat(everything(admin, id)).isEqualTo(before);
    }

    @Test
    void routesNeedTheScopeOfTheirOperation() {
        var admin = http.with("token-of-key-admin");
        String id = held(admin).get("execution_id").textValue();
        String before = everything(admin, id);
        for (var request : ClassicRequest.ALL) {
            for (Scope scope : Scope.values()) {
                if (!allows(scope, request.scope())) {
                    var refused = request.send(http.with("token-of-key-" + scope.literal()), id);
                    assertThat(refused.status())
                            .as("%s with %s", request, scope)
                            .isEqualTo(403);
                    assertThat(refused.body().get("code").textValue()).isEqualTo("scope_required");
                    assertThat(refused.body().get("kind").textValue()).isEqualTo("forbidden");
                    assertThat(refused.body().get("retryable").booleanValue()).isFalse();
                }
            }
        }
        assertThat(everything(admin, id)).isEqualTo(before);

        for (var request : ClassicRequest.ALL) {
            for (Scope scope : Scope.values()) {
                if (allows(scope, request.scope())) {
                    var answered = request.send(http.with("token-of-key-" + scope.literal()), submitted(admin));
                    boolean ofAnother = request.toString().endsWith("/cancel") && scope != Scope.ADMIN;
                    assertThat(answered.status())
                            .as("%s with %s: %s", request, scope, answered.body())
                            .isEqualTo(ofAnother ? 403 : request.status());
                }
            }
        }
    }

    @Test
    void noRouteOfFlowFabricsIsForgotten() {
        var locked = new TreeSet<String>();
        http.with("token-of-key-read")
                .get("/openapi.json")
                .body()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(method -> locked.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        locked.removeIf(route -> route.contains("/v1/ops"));
        locked.removeAll(Set.of("GET /healthz", "GET /readyz", "GET /metrics", "GET /openapi.json", "GET /v1/events"));

        assertThat(ClassicRequest.ALL).extracting(Object::toString).containsExactlyInAnyOrderElementsOf(locked);
    }

    @Test
    void keyWithTheScopePasses() {
        var specified = EmptyCall.specifiedScopes();
        for (EmptyCall expected : EmptyCall.table()) {
            String operation = expected.operation();
            for (Scope scope : Scope.values()) {
                if (allows(scope, Scope.valueOf(specified.get(operation).toUpperCase(Locale.ROOT)))) {
                    var answer = http.with("token-of-key-" + scope.literal()).call(operation, "{}");
                    assertThat(EmptyCall.by(operation, answer))
                            .as("with %s: %s", scope, answer.body())
                            .isEqualTo(expected);
                }
            }
        }
        for (Scope scope : Scope.values()) {
            assertThat(http.with("token-of-key-" + scope.literal())
                            .get("/v1/ops")
                            .status())
                    .isEqualTo(200);
            assertThat(http.with("token-of-key-" + scope.literal())
                            .get("/openapi.json")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void endingWhatAnotherHoldsNeedsAdmin() {
        var admin = http.with("token-of-key-admin");
        var worker = http.with("token-of-key-work");
        String first = held(admin).get("execution_id").textValue();
        String second = held(admin).get("execution_id").textValue();
        String complete = "{'execution_id':'%s','source':'operator_override'}".formatted(first);
        String fail = "{'execution_id':'%s','failure_reason':'no','source':'operator_override'}".formatted(second);

        for (var refused :
                new HttpAnswer[] {worker.call("complete_execution", complete), worker.call("fail_execution", fail)}) {
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body().get("code").textValue()).isEqualTo("scope_required");
        }
        assertThat(worker.call("complete_execution", "{'execution_id':'%s'}".formatted(first))
                        .body()
                        .get("error")
                        .textValue())
                .contains("fence_required");
        admin.call("complete_execution", complete).variant("Completed");
        assertThat(admin.call("fail_execution", fail).status()).isEqualTo(200);
    }

    private static boolean allows(Scope held, Scope wanted) {
        return held == Scope.ADMIN || held == wanted || wanted == Scope.READ;
    }

    private static String submitted(HttpCaller admin) {
        return admin.call("create_execution", "{'namespace':'shop','execution_kind':'k','lane_id':'main'}")
                .variant("Created")
                .get("execution_id")
                .textValue();
    }

    private static JsonNode held(HttpCaller admin) {
        submitted(admin);
        return admin.call("claim", claim("")).variant("Claimed");
    }

    private static String everything(HttpCaller admin, String id) {
        return admin.call("describe_execution", "{'execution_id':'%s'}".formatted(id))
                        .body()
                + admin.call("list_executions", "{}").body().toString()
                + admin.call("list_workers", "{}").body()
                + admin.call("list_cursors", "{}").body();
    }
}

package io.flowfabric.server.http.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RouteTableTest {
    private static final Route LIST = route("GET", "/v1/ops");
    private static final Route ANY = route("POST", "/v1/ops/{operation}");
    private static final Route CLAIM = route("POST", "/v1/ops/claim");
    private static final Route READ = route("GET", "/v1/executions/{id}");
    private static final Route CANCEL = route("POST", "/v1/executions/{id}/cancel");

    private final RouteTable table = new RouteTable();

    @BeforeEach
    void add() {
        List.of(LIST, ANY, CLAIM, READ, CANCEL).forEach(route -> table.add(route.method(), route, route.endpoint()));
    }

    @Test
    void nameTakesPrecedenceOverAVariableInItsPlace() {
        assertThat(found("POST", "/v1/ops/claim")).isEqualTo(CLAIM);
        assertThat(found("POST", "/v1/ops/claims")).isEqualTo(ANY);
        assertThat(found("GET", "/v1/ops")).isEqualTo(LIST);
    }

    @Test
    void variablesHaveTheirValuesAsTheyWereSent() {
        assertThat(table.find("POST", "/v1/executions/%7Bfp:7%7D:x/cancel"))
                .get()
                .extracting(RouteTable.Found::variables)
                .isEqualTo(Map.of("id", "%7Bfp:7%7D:x"));
    }

    @Test
    void pathMatchesAsAWhole() {
        assertThat(List.of("/v1/ops/", "/v1/ops/claim/", "/v1/ops/claim/again", "/v1", "", "/V1/ops/claim"))
                .allSatisfy(path -> assertThat(table.find("POST", path)).isEmpty());
    }

    @Test
    void emptyVariableMatchesNothingAndIsKnownAsSuch() {
        assertThat(table.find("POST", "/v1/executions//cancel")).isEmpty();
        assertThat(table.findWithEmptyVariable("POST", "/v1/executions//cancel"))
                .contains(CANCEL);
        assertThat(table.findWithEmptyVariable("POST", "/v1/executions//other")).isEmpty();
    }

    @Test
    void methodsOfAPathAreKnown() {
        assertThat(table.methods("/v1/executions/7")).containsExactly("GET");
        assertThat(table.methods("/v1/ops/claim")).containsExactly("POST");
        assertThat(table.methods("/v2")).isEmpty();
    }

    private Route found(String method, String path) {
        return table.find(method, path).orElseThrow().route();
    }

    private static Route route(String method, String template) {
        return new Route(method, template, Access.OPEN, BodyLimit.CONTROL, Style.REMOTE, exchange -> {});
    }
}

package io.flowfabric.server.http.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import java.util.List;
import org.junit.jupiter.api.Test;

class StaticRouteIndexTest {
    private static final Route LIST = route("GET", "/v1/ops");
    private static final Route CLAIM = route("POST", "/v1/ops/claim");
    private static final Route ANY = route("POST", "/v1/ops/{operation}");
    private static final Route READ = route("GET", "/v1/ops/claim");
    private static final Route DEEPER = route("POST", "/v1/ops/claim/again");
    private static final Route OTHER = route("POST", "/v1/executions/{id}");
    private static final Route CANCEL = route("POST", "/v1/executions/{id}/cancel");

    private final StaticRouteIndex shortcut =
            new StaticRouteIndex(List.of(LIST, CLAIM, ANY, READ, DEEPER, OTHER, CANCEL));

    @Test
    void routeWithANameIsReachedThroughTheOneWithAVariableInItsPlace() {
        assertThat(shortcut.named(ANY)).containsExactly(CLAIM);
        assertThat(shortcut.others()).containsExactly(LIST, ANY, READ, DEEPER, OTHER, CANCEL);
    }

    @Test
    void noOtherRouteLeadsToStaticRoutes() {
        assertThat(List.of(LIST, CLAIM, READ, DEEPER, OTHER, CANCEL))
                .allSatisfy(route -> assertThat(shortcut.named(route)).isEmpty());
    }

    private static Route route(String method, String template) {
        return new Route(method, template, Access.OPEN, BodyLimit.CONTROL, Style.REMOTE, exchange -> {});
    }
}

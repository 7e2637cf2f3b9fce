package io.flowfabric.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.grant.GrantOutcome;
import org.junit.jupiter.api.Test;

class GrantRoutesTest {
    @Test
    void executionTakenOverTooOftenSaysHowOften() {
        var id = ExecutionId.parse("{fp:86}:11111111-1111-4111-8111-111111111111");

        assertThat(GrantRoutes.tagged(new GrantOutcome.ReclaimCapExceeded(id, 101)))
                .hasToString("{\"status\":\"reclaim_cap_exceeded\",\"execution_id\":\"%s\",\"reclaim_count\":101}"
                        .formatted(id));
    }
}

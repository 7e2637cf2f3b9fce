package io.flowfabric.model.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.op.fenced.FenceTriple;
import io.flowfabric.model.op.fenced.RenewLeaseOutcome;
import io.flowfabric.model.op.grant.ClaimFromResumeGrant;
import io.flowfabric.model.op.grant.ReclaimOutcome;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.UnblockOutcome;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OperationsInJsonTest {
    private static final ObjectMapper JSON = FlowFabricJson.mapper();
    private static final ExecutionId ID = new ExecutionId(7, new UUID(0, 1));

    @Test
    void outcomesAreTaggedByTheirVariant() throws Exception {
        assertThat(JSON.writeValueAsString(new UnblockOutcome.Unblocked())).isEqualTo("\"Unblocked\"");
        assertThat(JSON.writeValueAsString(new RenewLeaseOutcome.Renewed(5)))
                .isEqualTo("{\"Renewed\":{\"expires_at\":5}}");
        assertThat(JSON.writeValueAsString(new ReclaimOutcome.GrantNotFound(ID)))
                .isEqualTo("{\"GrantNotFound\":{\"execution_id\":\"%s\"}}".formatted(ID));
    }

    @Test
    void whatMayBeLeftOutIsAbsent() throws Exception {
        var revoke = JSON.readValue("{\"execution_id\":\"%s\",\"reason\":\"\"}".formatted(ID), RevokeLease.class);

        assertThat(revoke).isEqualTo(RevokeLease.ofAnybody(ID, ""));
    }

    @Test
    void fenceMayArriveInPart() throws Exception {
        var lease = new LeaseId(new UUID(0, 2));

        assertThat(JSON.readValue("{\"lease_id\":\"%s\"}".formatted(lease), FenceTriple.class))
                .isEqualTo(new FenceTriple(Optional.of(lease), OptionalLong.empty(), Optional.empty()));
    }

    @Test
    void resumeGrantNeedsOnlyItsExecution() throws Exception {
        var args = JSON.readValue(
                "{\"grant\":{\"execution_id\":\"%s\",\"grant_key\":\"g\"},\"worker_id\":\"w\",\"worker_instance_id\":\"w-1\",\"lease_ttl_ms\":9}"
                        .formatted(ID),
                ClaimFromResumeGrant.class);

        assertThat(args.grant().executionId()).isEqualTo(ID);
    }

    @Test
    void refusedItemThrowsItsRefusal() {
        BatchItem<Ok> refused = new BatchItem.Refused<>(EngineError.of(ErrorCode.INVALID_INPUT, "x", "No."));

        assertThatThrownBy(refused::orThrow).isInstanceOf(ValidationException.class);
        assertThat(new BatchItem.Answered<>(Ok.OK).orThrow()).isEqualTo(Ok.OK);
    }
}

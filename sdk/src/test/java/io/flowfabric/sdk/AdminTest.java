package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.config.FabricOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The operations for operators, through the engine to a store. */
class AdminTest {
    private static final LaneId LANE = new LaneId("lane");
    private static final WorkerInstanceId INSTANCE = new WorkerInstanceId("w-1");

    private final FlowFabric fabric = FlowFabric.open(address());

    /** The address of a new store or server. */
    String address() {
        return "sqlite::memory:";
    }

    private final Admin admin = fabric.admin();

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void cancelledExecutionRunsAgainWhenItIsReplayed() {
        var id = submit();
        admin.cancel(id, "not needed");
        assertThat(state(id)).isEqualTo(PublicState.CANCELLED);

        admin.replay(id);

        assertThat(state(id)).isEqualTo(PublicState.WAITING);
    }

    @Test
    void executionOfHigherPriorityIsClaimedFirst() {
        submit();
        var second = submit();

        admin.changePriority(second, 5);

        assertThat(claim().executionId()).isEqualTo(second);
    }

    @Test
    void revokedLeaseIsOneLessAndCannotBeRevokedAgain() {
        var id = submit();
        assertThat(admin.revoke(id, "it is not leased")).isFalse();
        claim();

        assertThat(admin.revoke(id, "it hangs")).isTrue();
        assertThat(admin.revoke(id, "it hangs")).isFalse();
        assertThat(admin.attempts(id)).hasSize(1);
    }

    @Test
    void listingsShowEverythingOnce() {
        var ids = List.of(submit(), submit(), submit());
        fabric.engine()
                .call(
                        Catalogue.REGISTER_WORKER,
                        new RegisterWorker(
                                new WorkerId("pool"),
                                INSTANCE,
                                FabricOptions.DEFAULT.namespace(),
                                List.of(LANE),
                                CapabilitySet.EMPTY,
                                60_000));

        assertThat(admin.executions()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(admin.lanes()).containsExactly(LANE);
        assertThat(admin.workers())
                .singleElement()
                .satisfies(worker -> assertThat(worker.workerInstanceId()).isEqualTo(INSTANCE));
        assertThat(admin.expiredLeases()).isEmpty();
        assertThat(admin.describe(ExecutionId.minted(0))).isEmpty();
    }

    private ExecutionId submit() {
        return fabric.submit("lane", "kind", "payload").id();
    }

    private PublicState state(ExecutionId id) {
        return admin.describe(id).orElseThrow().publicState();
    }

    private Claim claim() {
        var request = new ClaimRequest(
                LANE,
                new WorkerId("pool"),
                INSTANCE,
                CapabilitySet.EMPTY,
                Optional.empty(),
                Duration.ofMinutes(1).toMillis(),
                0,
                1);
        return fabric.engine().call(Catalogue.CLAIM, request).claims().get(0);
    }
}

package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.store.testkit.fixture.BlockedCall;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.GatedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Claimers that come while others are being served share a transaction, and each gets what it would get alone. */
@Timeout(60)
public abstract class SharedClaimContract extends ContractSuite {
    private static final Namespace OTHER = new Namespace("other");
    private static final CapabilitySet GPU = CapabilitySet.ofWorker(List.of("gpu"));

    /** As many transactions are under way before calls have to share one. */
    private static final int UNSHARED = 2;

    @Test
    public void eachGetsAsManyAsItWantsInTheOrderOfTheLane() throws Exception {
        var ids = Stream.generate(this::create).limit(12).toList();

        var taken = claimTogether(List.of(
                request("a", CapabilitySet.EMPTY, Optional.empty(), 1),
                request("b", CapabilitySet.EMPTY, Optional.empty(), 5),
                request("c", CapabilitySet.EMPTY, Optional.empty(), 2),
                request("d", CapabilitySet.EMPTY, Optional.empty(), 256)));

        assertThat(taken.stream().map(SharedClaimContract::ids))
                .containsExactly(ids.subList(0, 1), ids.subList(1, 6), ids.subList(6, 8), ids.subList(8, 12));
    }

    @Test
    public void everyClaimIsItsClaimersOwn() throws Exception {
        create();
        create();

        var taken = claimTogether(List.of(
                request("a", CapabilitySet.EMPTY, Optional.empty(), 1),
                request("b", CapabilitySet.EMPTY, Optional.empty(), 1)));

        for (int i = 0; i < 2; i++) {
            var claim = taken.get(i).get(0);
            assertThat(attempts(claim.executionId())
                            .get(0)
                            .holder()
                            .orElseThrow()
                            .workerInstanceId()
                            .value())
                    .isEqualTo(List.of("a-1", "b-1").get(i));
            complete(claim);
        }
    }

    @Test
    public void noClaimGetsWhatItMayNotRun() throws Exception {
        var plain = create();
        var demanding = create(execution().policyJson(requiring("gpu")));
        var theirs = create(CreateExecution.of(OTHER, LANE, "charge"));

        var taken = claimTogether(List.of(
                request("other", CapabilitySet.EMPTY, Optional.of(OTHER), 3),
                request("shop", CapabilitySet.EMPTY, Optional.of(SHOP), 3),
                request("gpu", GPU, Optional.of(SHOP), 1)));

        assertThat(taken.stream().map(SharedClaimContract::ids))
                .containsExactly(List.of(theirs), List.of(plain), List.of(demanding));
    }

    @Test
    public void thoseWhoComeTooLateGetNothing() throws Exception {
        var only = create();

        var taken = claimTogether(Stream.of("a", "b", "c")
                .map(name -> request(name, CapabilitySet.EMPTY, Optional.empty(), 2))
                .toList());

        assertThat(taken.stream().map(SharedClaimContract::ids)).containsExactly(List.of(only), List.of(), List.of());
    }

    private static ClaimRequest request(
            String worker, CapabilitySet capabilities, Optional<Namespace> namespace, int limit) {
        return new ClaimRequest(
                LANE,
                new WorkerId(worker),
                new WorkerInstanceId(worker + "-1"),
                capabilities,
                namespace,
                TTL_MS,
                0,
                limit);
    }

    private static List<ExecutionId> ids(List<Claim> claims) {
        return claims.stream().map(Claim::executionId).toList();
    }

    /** Makes the claims one after the other while the store is held up, so that one transaction serves them all. */
    private List<List<Claim>> claimTogether(List<ClaimRequest> requests) throws Exception {
        var gated = GatedStore.on(store);
        try (var crowded = start(gated, settings())) {
            for (int i = 0; i < UNSHARED; i++) {
                begin(crowded, idleRequest());
            }
            var claimers = new ArrayList<FutureTask<List<Claim>>>();
            for (var request : requests) {
                claimers.add(begin(crowded, request));
            }
            assertThat(gated.writes()).hasValue(UNSHARED);

            gated.open();

            var taken = new ArrayList<List<Claim>>();
            for (var claimer : claimers) {
                taken.add(claimer.get());
            }
            assertThat(gated.writes()).hasValue(UNSHARED + 1);
            return taken;
        }
    }

    private static ClaimRequest idleRequest() {
        return new ClaimRequest(
                new LaneId("empty"),
                new WorkerId("idle"),
                new WorkerInstanceId("idle-1"),
                CapabilitySet.EMPTY,
                Optional.empty(),
                TTL_MS,
                0,
                1);
    }

    private static FutureTask<List<Claim>> begin(LocalEngine engine, ClaimRequest request) throws InterruptedException {
        return BlockedCall.begin(() -> engine.call(Catalogue.CLAIM, request).claims());
    }
}

package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.store.testkit.quiescence.WatchedEngines;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A claimer that waits gets what can be claimed, although other transactions held it while the claimer polled. Waiting
 * calls poll again after an hour, so that only what is promised can be in time.
 */
@Timeout(60)
class ClaimWakeUpTest {
    private static final LaneId LANE = new LaneId("main");
    private static final EngineSettings SETTINGS = EngineSettings.DEFAULT.withTimers(false);

    /** Shorter than a call may wait, so that its last poll does not help. */
    private static final long LONGEST_SECONDS = 25;

    private static final long LONGEST_WAIT_MS = 30_000;

    /** Where the claimer is that waits, seen from the transaction that is in its way. */
    enum Place {
        SAME_ENGINE,
        ANOTHER_ENGINE
    }

    private final String address = TestPostgres.freshAddress();
    private final PausingStore pausing = PausingStore.on(TestPostgres.open(address));
    private final WatchedEngines engines =
            WatchedEngines.start(TestPostgres.open(address), List.of(pausing, TestPostgres.open(address)), SETTINGS);
    private final Engine engine = engines.client(0).engine();
    private final Engine another = engines.client(1).engine();

    @AfterEach
    void close() {
        engines.close();
    }

    @ParameterizedTest
    @EnumSource
    void claimOfOneLeavesTheOtherIndexToOthers(Place place) throws Exception {
        var returned = create("shop");
        handBack(engine.call(Catalogue.CLAIM, claim(0)).claims().get(0));
        var fresh = create("shop");

        assertEachGetsOne(place, returned, fresh);
    }

    @ParameterizedTest
    @EnumSource
    void claimOfOneLeavesTheOtherQueueToOthers(Place place) throws Exception {
        assertEachGetsOne(place, create("shop"), create("bank"));
    }

    private void assertEachGetsOne(Place place, ExecutionId... ids) throws Exception {
        var underWay = pausing.pauseNext();
        var one = CompletableFuture.supplyAsync(() -> engine.call(Catalogue.CLAIM, claim(0)));
        underWay.awaitReached();
        var other = at(place).callAsync(Catalogue.CLAIM, claim(LONGEST_WAIT_MS));
        underWay.end();

        assertThat(idsOf(List.of(one, other))).containsExactlyInAnyOrder(ids);
    }

    @ParameterizedTest
    @EnumSource
    void whatAForeignTransactionGivesBackIsClaimed(Place place) throws Exception {
        var id = create("shop");
        try (var foreign = ForeignTransaction.holding(address, id)) {
            var claim = at(place).callAsync(Catalogue.CLAIM, claim(LONGEST_WAIT_MS));
            assertThat(claim).isNotDone();
            foreign.rollback();

            assertThat(idsOf(claim)).containsExactly(id);
        }
    }

    @ParameterizedTest
    @EnumSource
    void lookThatMetALockIsNotTrustedByOthers(Place place) throws Exception {
        var id = create("shop");
        try (var foreign = ForeignTransaction.holding(address, id)) {
            assertThat(at(place).call(Catalogue.CLAIM, claim(1)).claims()).isEmpty();
            foreign.rollback();
        }
        assertThat(idsOf(at(place).callAsync(Catalogue.CLAIM, claim(LONGEST_WAIT_MS))))
                .containsExactly(id);
    }

    @ParameterizedTest
    @EnumSource
    void whatACallWithoutEffectGivesBackIsClaimed(Place place) throws Exception {
        var id = create("shop");
        var underWay = pausing.pauseNext();
        var noOp = CompletableFuture.supplyAsync(() -> engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id)));
        underWay.awaitReached();
        var claim = at(place).callAsync(Catalogue.CLAIM, claim(LONGEST_WAIT_MS));
        assertThat(claim).isNotDone();
        underWay.end();
        noOp.get(LONGEST_SECONDS, TimeUnit.SECONDS);

        assertThat(idsOf(claim)).containsExactly(id);
    }

    @ParameterizedTest
    @EnumSource
    void whatOthersHoldAtTheFrontHidesNothingBehindIt(Place place) throws Exception {
        var front = Stream.generate(() -> create("shop")).limit(50).toList();
        var behind = create("shop");
        try (var foreign = ForeignTransaction.holding(address, front.toArray(ExecutionId[]::new))) {
            assertThat(idsOf(at(place).callAsync(Catalogue.CLAIM, claim(LONGEST_WAIT_MS))))
                    .containsExactly(behind);
            foreign.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void lookOfAnotherWorkerDoesNotHideWhatIsGranted(Place place) throws Exception {
        var id = create("shop");
        engine.call(
                Catalogue.ISSUE_CLAIM_GRANT,
                new IssueClaimGrant(id, LANE, new WorkerId("w1"), new WorkerInstanceId("w1-1"), 60_000, List.of()));
        assertThat(at(place).call(Catalogue.CLAIM, claim("w2", 1)).claims()).isEmpty();

        assertThat(idsOf(at(place).callAsync(Catalogue.CLAIM, claim(LONGEST_WAIT_MS))))
                .containsExactly(id);
    }

    private Engine at(Place place) {
        return place == Place.SAME_ENGINE ? engine : another;
    }

    private ExecutionId create(String namespace) {
        return engine.call(
                        Catalogue.CREATE_EXECUTION,
                        CreateExecution.of(new Namespace(namespace), LANE, "charge")
                                .build())
                .executionId();
    }

    /** Leaves it eligible, in the index of what came back. */
    private void handBack(Claim claim) {
        engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
        engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(claim.executionId()));
    }

    private static ClaimRequest claim(long maxWaitMs) {
        return claim("w1", maxWaitMs);
    }

    private static ClaimRequest claim(String worker, long maxWaitMs) {
        return new ClaimRequest(
                LANE,
                new WorkerId(worker),
                new WorkerInstanceId(worker + "-1"),
                CapabilitySet.EMPTY,
                Optional.empty(),
                Duration.ofMinutes(10).toMillis(),
                maxWaitMs,
                1);
    }

    private List<ExecutionId> idsOf(CompletableFuture<ClaimOutcome> claim) throws Exception {
        return idsOf(List.of(claim));
    }

    private List<ExecutionId> idsOf(List<CompletableFuture<ClaimOutcome>> claims) throws Exception {
        return engines.answers(claims).stream()
                .flatMap(answer -> answer.claims().stream())
                .map(Claim::executionId)
                .toList();
    }
}

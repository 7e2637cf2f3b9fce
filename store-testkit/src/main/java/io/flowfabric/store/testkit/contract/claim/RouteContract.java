package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.timers.ReclaimSettings;
import io.flowfabric.engine.timers.Sleep;
import io.flowfabric.engine.timers.TimerConfig;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.FaultyStore;
import io.flowfabric.store.testkit.fixture.SleptTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** 05 §4.4 on a store: what waits for a capable worker is let go when there is one, and nothing else is. */
public abstract class RouteContract extends ContractSuite {
    private static final Namespace BANK = new Namespace("bank");
    private static final LaneId SIDE = new LaneId("side");
    private static final String ROUTE = "waiting_for_capable_worker";
    private static final long LIVENESS_MS = 60_000;

    /**
     * Shorter than the longest sleep, and than the fallback poll of any store, so that only a wake-up can be in time.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(9);

    @Test
    public void registrationReleasesTheBlockedWorkItCanRun() {
        var fits = blocked(SHOP, LANE, "gpu");
        var lacks = blocked(SHOP, LANE, "cuda", "gpu");
        var elsewhere = blocked(SHOP, SIDE, "gpu");
        var foreign = blocked(BANK, LANE, "gpu");

        register("w1", SHOP, LANE);
        assertBlocked(fits);
        register("w1", SHOP, LANE, "gpu");

        assertThat(describe(fits).vector().row()).isEqualTo(VectorRow.ELIGIBLE);
        assertBlocked(lacks, elsewhere, foreign);
    }

    @Test
    public void registrationReleasesMoreThanOneSet() {
        var waiting = blockedMany();

        register("w1", SHOP, LANE, "gpu");

        assertEligible(waiting);
    }

    @Test
    public void blockThatCameAfterTheRegistrationIsLifted() {
        register("w1", SHOP, LANE, "gpu", "cuda");
        var older = blocked(SHOP, LANE, "gpu");
        advance(1);
        var younger = create();
        advance(1);

        engine.runTimers();

        assertEligible(List.of(older));
        assertThat(describe(older).timing().lastTransitionAt()).isEqualTo(START + 2);
        assertThat(engine.call(
                        Catalogue.SCAN_ELIGIBLE_EXECUTIONS, new ScanEligibleExecutions(LANE, 2, OptionalInt.empty())))
                .containsExactly(older, younger);
        assertThat(types()).as("only the registration is told").containsExactly("worker");
    }

    @Test
    public void onlyOneLiveWorkerOfTheSameNamespaceAndLaneLiftsIt() {
        register("gone", SHOP, LANE, "cuda", "gpu");
        advance(LIVENESS_MS);
        register("foreign", BANK, LANE, "cuda", "gpu");
        register("elsewhere", SHOP, SIDE, "cuda", "gpu");
        register("half", SHOP, LANE, "cuda");
        register("other-half", SHOP, LANE, "gpu");
        register("bare", SHOP, LANE);
        var id = blocked(SHOP, LANE, "cuda", "gpu");

        engine.runTimers();

        assertBlocked(id);
    }

    @Test
    public void executionThatRequiresNothingWaitsForNoWorker() {
        var id = blocked(SHOP, LANE);

        engine.runTimers();

        assertEligible(List.of(id));
    }

    @Test
    public void pendingRetryStaysOne() {
        var id = create(execution()
                .policyJson("{\"retry_policy\":{\"max_retries\":1,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":1}}}"));
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.TRANSIENT));
        advance(1);
        promote(id);
        block(id, ROUTE);

        engine.runTimers();

        assertThat(describe(id).vector().attemptState()).isEqualTo(AttemptState.PENDING_RETRY_ATTEMPT);
        assertEligible(List.of(id));
    }

    @Test
    public void otherBlocksAreLeftAlone() {
        register("w1", SHOP, LANE, "gpu");
        var reasons = List.of("waiting_for_budget", "waiting_for_quota", "paused_by_operator", "paused_by_policy");
        var held = reasons.stream()
                .map(reason -> block(create(execution().policyJson(requiring("gpu"))), reason))
                .toList();

        engine.runTimers();

        assertThat(held)
                .extracting(id -> describe(id).vector().blockingReason().literal())
                .isEqualTo(reasons);
    }

    @Test
    public void onePassLetsGoOfMoreThanOneSet() {
        register("w1", SHOP, LANE, "gpu");
        var waiting = blockedMany();

        engine.runTimers();

        assertEligible(waiting);
        assertThat(claim("w2", 1)).as("a worker that lacks the capability").isEmpty();
    }

    @Test
    public void workIsLetGoWhenLiveWorkersCannotBeRead() {
        var id = blocked(SHOP, LANE, "gpu");

        try (var blind = start(FaultyStore.withoutRegistry(store), settings())) {
            blind.runTimers();
        }

        assertEligible(List.of(id));
    }

    @Test
    public void timersLookEveryFiveSecondsWhileSomethingIsBlocked() throws Exception {
        blocked(SHOP, LANE, "gpu");

        assertThat(looksWithin(10_000)).containsExactly(START, START + 5000, START + 10_000);
    }

    @Test
    public void timersDoNotLookWhileNothingIsBlocked() throws Exception {
        create(execution().policyJson(requiring("gpu")));
        block(create(), "paused_by_operator");

        assertThat(looksWithin(60_000)).isEmpty();
    }

    @Test
    public void blockIsSeenByTimersThatSleep() throws Exception {
        var asleep = new CountDownLatch(1);
        var checked = new CountDownLatch(1);
        Sleep noted = (wakeUp, next, wait) -> {
            asleep.countDown();
            Sleep.REAL.until(wakeUp, next, wait);
        };
        try (var timers = timers(checked::countDown, noted)) {
            timers.start();
            assertThat(asleep.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            blocked(SHOP, LANE, "gpu");

            assertThat(checked.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    /** When the timers check blocked routes, while they sleep for so long on a clock that moves with them. */
    private List<Long> looksWithin(long millis) throws InterruptedException {
        var checks = new ArrayList<Long>();
        var time = new SleptTime(clock, START + millis);
        try (var timers = timers(() -> checks.add(clock.millis()), time)) {
            timers.start();
            time.awaitEnd();
        }
        return checks;
    }

    private Timers timers(Runnable routes, Sleep sleep) {
        return new Timers(
                store,
                engine,
                new ReclaimSettings(Duration.ZERO, ids -> Set.of()),
                settings().retention(),
                TimerConfig.of(store, engine).withRoutes(routes).withSleep(sleep));
    }

    private List<ExecutionId> blockedMany() {
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < 300; i++) {
            ids.add(blocked(SHOP, LANE, "gpu"));
        }
        return ids;
    }

    private ExecutionId blocked(Namespace namespace, LaneId lane, String... capabilities) {
        var execution = CreateExecution.of(namespace, lane, "charge");
        return block(
                create(capabilities.length == 0 ? execution : execution.policyJson(requiring(capabilities))), ROUTE);
    }

    private ExecutionId block(ExecutionId id, String reason) {
        assertThat(engine.call(
                        Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                        new BlockExecutionForAdmission(id, Optional.empty(), reason, Optional.empty())))
                .isEqualTo(new BlockOutcome.Blocked(id, reason));
        return id;
    }

    private void register(String worker, Namespace namespace, LaneId lane, String... capabilities) {
        engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        new WorkerId(worker),
                        new WorkerInstanceId(worker + "-1"),
                        namespace,
                        List.of(lane),
                        CapabilitySet.ofWorker(List.of(capabilities)),
                        LIVENESS_MS));
    }

    private void assertBlocked(ExecutionId... ids) {
        assertThat(ids).allSatisfy(id -> assertThat(describe(id).vector().row()).isEqualTo(VectorRow.BLOCKED_BY_ROUTE));
    }

    private void assertEligible(List<ExecutionId> ids) {
        assertThat(ids).allSatisfy(id -> assertThat(describe(id).vector().row()).isEqualTo(VectorRow.ELIGIBLE));
    }
}

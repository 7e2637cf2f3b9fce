package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome.Granted;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome.NoWork;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 05 §5.1–§5.4 on a store: the first execution of a lane that a worker may start is granted to it. */
@Covers("claim_for_worker")
public abstract class WorkerGrantContract extends ContractSuite {

    @Test
    public void grantNamesTheExecutionAndLeavesItEligible() {
        var id = create();
        var before = describe(id);

        assertThat(ask("w1")).isInstanceOfSatisfying(Granted.class, granted -> {
            assertThat(granted.executionId()).isEqualTo(id);
            assertThat(granted.partitionKey()).isEqualTo(id.routing().key());
            assertThat(granted.expiresAtMs()).isEqualTo(START + SampleRequests.GRANT_TTL_MS);
        });
        assertThat(describe(id)).isEqualTo(before);
        assertThat(events()).isEmpty();
        engine.call(Catalogue.CLAIM_EXECUTION, SampleRequests.claim(id, "w1"));
        assertThat(ask("w1")).isEqualTo(new NoWork());
    }

    @Test
    public void ordersByPriorityThenAgeOverAllPartitions() {
        var expected = new ArrayList<ExecutionId>();
        for (int priority : List.of(1000, 100, 10)) {
            for (int i = 0; i < 3; i++) {
                advance(1);
                expected.add(create(execution().id(ExecutionId.minted(7 * i)).priority(priority)));
            }
        }

        for (ExecutionId id : expected) {
            assertThat(granted("w1")).isEqualTo(id);
        }
        assertThat(ask("w1")).isEqualTo(new NoWork());
    }

    @Test
    public void liveGrantIsPassedOverAndAnExpiredOneIsGivenAgain() {
        var first = create(execution().priority(9));
        var second = create();

        assertThat(granted("w1")).isEqualTo(first);
        assertThat(granted("w2")).isEqualTo(second);
        assertThat(ask("w1")).isEqualTo(new NoWork());
        advance(SampleRequests.GRANT_TTL_MS + 1);
        assertThat(granted("w3")).isEqualTo(first);
    }

    @Test
    public void matchingExecutionIsFoundHoweverManyStandBeforeIt() {
        for (int i = 0; i < 40; i++) {
            create(execution().priority(9).policyJson(requiring("gpu")));
            create(execution().priority(9));
            granted("other");
        }
        var behind = create();

        assertThat(granted("w1")).isEqualTo(behind);
    }

    @Test
    public void capabilitiesDecideWhoIsGranted() {
        var id = create(execution().policyJson(requiring("gpu")));

        assertThat(ask("w1", "cpu")).isEqualTo(new NoWork());
        assertThat(ask("w1", "cuda", "gpu"))
                .isInstanceOfSatisfying(
                        Granted.class,
                        granted -> assertThat(granted.executionId()).isEqualTo(id));
    }

    @Test
    public void executionThatWaitsForACapableWorkerIsGrantedToOne() {
        var id = create(execution().policyJson(requiring("gpu")));
        engine.call(
                Catalogue.BLOCK_ROUTE,
                new BlockRoute(id, Optional.empty(), BlockingReason.WAITING_FOR_CAPABLE_WORKER.literal(), ""));

        assertThat(ask("w1")).isEqualTo(new NoWork());
        assertThat(ask("w1", "gpu")).isInstanceOf(Granted.class);
        assertThat(describe(id).vector().isEligible()).isTrue();
    }

    @Test
    public void whatNoLiveWorkerCanRunIsHeldBackUntilOneCan() {
        var id = create(execution().policyJson(requiring("gpu")));
        register("elsewhere", new Namespace("elsewhere"), LANE, "gpu");
        register("other-lane", SHOP, new LaneId("other"), "gpu");
        register("half", SHOP, LANE, "cuda");

        assertThat(ask("w1", "cpu")).isEqualTo(new NoWork());

        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.BLOCKED_BY_ROUTE);
        assertThat(describe(id).publicState()).isEqualTo(PublicState.WAITING);
        assertThat(describe(id).blockingDetail()).isEqualTo("no connected worker satisfies required_capabilities");
        assertThat(events()).noneMatch(event -> event.family() != EventFamily.WORKER);
        register("able", SHOP, LANE, "gpu");
        assertThat(describe(id).vector().isEligible()).isTrue();
    }

    @Test
    public void whatALiveWorkerCanRunIsPassedOver() {
        var id = create(execution().policyJson(requiring("gpu")));
        register("able", SHOP, LANE, "cuda", "gpu");
        var before = describe(id);

        assertThat(ask("w1", "cpu")).isEqualTo(new NoWork());

        assertThat(describe(id)).isEqualTo(before);
    }

    @Test
    public void onlyWhatStandsBeforeTheGrantedAndIsNotGrantedItselfIsHeldBack() {
        var first = create(execution().priority(9).policyJson(requiring("gpu")));
        var granted = create(execution().priority(8).policyJson(requiring("gpu")));
        engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(granted, "w2", "gpu"));
        var mine = create(execution().priority(7));
        var behind = create(execution().priority(6).policyJson(requiring("gpu")));

        assertThat(granted("w1")).isEqualTo(mine);

        assertThat(describe(first).vector().row()).isEqualTo(VectorRow.BLOCKED_BY_ROUTE);
        assertThat(describe(granted).vector().isEligible()).isTrue();
        assertThat(describe(behind).vector().isEligible()).isTrue();
        engine.call(Catalogue.CLAIM_EXECUTION, SampleRequests.claim(granted, "w2"));
    }

    @Test
    public void callerConfinedToANamespaceHoldsNothingBackInAnother() {
        var id = create(execution().policyJson(requiring("gpu")));
        var elsewhere = new ClaimForWorker(
                LANE,
                SampleRequests.worker("w1"),
                SampleRequests.instance("w1"),
                SampleRequests.GRANT_TTL_MS,
                List.of(),
                Optional.of(new Namespace("elsewhere")));

        assertThat(engine.call(Catalogue.CLAIM_FOR_WORKER, elsewhere)).isEqualTo(new NoWork());

        assertThat(describe(id).vector().isEligible()).isTrue();
    }

    private void register(String worker, Namespace namespace, LaneId lane, String... capabilities) {
        engine.call(
                Catalogue.REGISTER_WORKER, SampleRequests.registration(worker, namespace, lane, 60_000, capabilities));
    }

    @Test
    public void expiredLeaseIsNotOffered() {
        lost(create(), "w1");

        assertThat(ask("w2")).isEqualTo(new NoWork());
    }

    @Test
    public void namespaceNarrowsTheChoice() {
        create();
        var elsewhere = create(
                CreateExecution.of(new Namespace("elsewhere"), LANE, "charge").priority(0));

        var outcome = engine.call(
                Catalogue.CLAIM_FOR_WORKER,
                new ClaimForWorker(
                        LANE,
                        SampleRequests.worker("w1"),
                        SampleRequests.instance("w1"),
                        SampleRequests.GRANT_TTL_MS,
                        List.of(),
                        Optional.of(new Namespace("elsewhere"))));

        assertThat(((Granted) outcome).executionId()).isEqualTo(elsewhere);
    }

    @Test
    public void grantsOfOneLaneAreDistinct() {
        var given = new HashSet<ExecutionId>();
        for (int i = 0; i < 20; i++) {
            create();
        }
        for (int i = 0; i < 20; i++) {
            assertThat(given.add(granted("w" + i % 3))).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60_001})
    public void grantLastsOneMillisecondToOneMinute(long ttl) {
        refused(ErrorCode.INVALID_INPUT, Catalogue.CLAIM_FOR_WORKER, asking("w1", ttl));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,b", "a b", "a\nb"})
    public void malformedCapabilitiesAreRefused(String token) {
        refused(ErrorCode.INVALID_INPUT, Catalogue.CLAIM_FOR_WORKER, asking("w1", SampleRequests.GRANT_TTL_MS, token));
    }

    private ExecutionId granted(String worker) {
        return ((Granted) ask(worker)).executionId();
    }

    private ClaimForWorkerOutcome ask(String worker, String... capabilities) {
        return engine.call(Catalogue.CLAIM_FOR_WORKER, asking(worker, SampleRequests.GRANT_TTL_MS, capabilities));
    }

    private static ClaimForWorker asking(String worker, long ttlMs, String... capabilities) {
        return new ClaimForWorker(
                LANE,
                SampleRequests.worker(worker),
                SampleRequests.instance(worker),
                ttlMs,
                List.of(capabilities),
                Optional.empty());
    }
}

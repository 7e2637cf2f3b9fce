package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.rules.claim.WorkerRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.CountingStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** 05 §4.4 on a store: the release of blocked work follows from a registration, whichever process is there to do it. */
public abstract class RouteFollowUpContract extends ContractSuite {
    private static final CapabilitySet GPU = CapabilitySet.ofWorker(List.of("gpu"));
    private static final WorkerId WORKER = new WorkerId("w1");
    private static final WorkerInstanceId INSTANCE = new WorkerInstanceId("w1-1");
    private static final long LIVENESS_MS = 60_000;

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

    @Test
    public void releaseThatAnotherProcessLeftBehindIsDoneByTheTimersOfTheNextOne() {
        var id = blocked();
        var key = new WorkerKey(SHOP, INSTANCE);
        write(tx -> {
            var decision = WorkerRules.register(
                    Optional.empty(), key, WORKER, WorkerOffer.of(List.of(LANE), GPU, LIVENESS_MS), tx.now());
            tx.apply(decision.changes());
            tx.followUps().append(decision.followUps());
            return key;
        });
        assertBlocked(id);

        try (var next =
                start(new CountingStore(store, new AtomicInteger()), settings().withTimers(true))) {
            awaitNoFollowUps(next);
        }

        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.ELIGIBLE);
    }

    @Test
    public void releaseForAWorkerThatIsGoneAgainDoesNothing() {
        var id = blocked();
        write(tx -> {
            tx.followUps().append(List.of(FollowUp.of(FollowUpKind.RELEASE_ROUTES, "shop w1-1")));
            return id;
        });

        engine.runFollowUps();

        assertBlocked(id);
        assertThat(engine.load().followUps()).isEqualTo(EngineLoad.FollowUps.NONE);
    }

    private static void awaitNoFollowUps(Engine by) {
        var deadline = Deadline.in(TIMEOUT);
        while (!by.load().followUps().equals(EngineLoad.FollowUps.NONE)) {
            assertThat(deadline.hasPassed()).as("the follow-up stays").isFalse();
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }

    private ExecutionId blocked() {
        var id = create(execution().policyJson(requiring("gpu")));
        engine.call(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(id, Optional.empty(), "waiting_for_capable_worker", Optional.empty()));
        assertBlocked(id);
        return id;
    }

    private void assertBlocked(ExecutionId id) {
        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.BLOCKED_BY_ROUTE);
    }
}

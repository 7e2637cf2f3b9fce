package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.SharedStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Queues are added and removed by several processes, each of which remembers numbers of queues: an execution never stands in
 * a queue that is gone, where no claim would find it. For stores that a second process can open.
 */
public abstract class QueueRemovalContract extends ContractSuite {
    private static final long DAY = 86_400_000;

    private Store otherStore;
    private LocalEngine other;

    @BeforeEach
    void openAnother() {
        otherStore = ((SharedStore) store).beside(clock);
        other = start(otherStore, settings());
    }

    @AfterEach
    void closeOther() {
        other.close();
    }

    @Override
    protected boolean mayTakeTurns() {
        return false;
    }

    @Test
    public void numberThatAnotherProcessRemovedIsNotUsed() {
        int before = emptyQueueKnownToBoth();
        assertThat(removeByOther(before)).isEqualTo(1);

        var id = create();

        assertThat(queues()).singleElement().extracting(Queue::number).isNotEqualTo(before);
        assertThat(claimBy(other)).containsExactly(id);
    }

    @Test
    public void queueThatWasAddedAgainIsFoundByTheProcessThatRemovedIt() {
        int before = emptyQueueKnownToBoth();
        removeByOther(before);
        create();

        var second = other.call(Catalogue.CREATE_EXECUTION, execution().build()).executionId();

        assertThat(queues()).hasSize(1);
        assertThat(claimBy(engine)).hasSize(2).contains(second);
    }

    /** What is written and not yet committed counts: the removal waits for it. */
    @Test
    public void submissionUnderWayKeepsTheQueue() throws Exception {
        int number = emptyQueueKnownToBoth();
        var written = new Pause();
        var id = ExecutionId.solo(LANE, settings().partitions());
        var submission = store.write(0, deadline(), tx -> {
            apply(tx, id);
            written.reach();
            return id;
        });
        written.await();
        var removal = otherStore.write(0, deadline(), tx -> tx.lanes().removeQueues(List.of(number)));
        meanwhile(removal);
        written.goOn();
        submission.join();

        assertThat(removal.join()).isZero();
        assertThat(removeByOther(number)).as("once it is committed").isZero();
        assertThat(claimBy(other)).containsExactly(id);
    }

    @Test
    public void submissionDuringTheRemovalAddsTheQueueAnew() throws Exception {
        int number = emptyQueueKnownToBoth();
        var removed = new Pause();
        var removal = otherStore.write(0, deadline(), tx -> {
            int count = tx.lanes().removeQueues(List.of(number));
            removed.reach();
            return count;
        });
        removed.await();
        var submission = CompletableFuture.supplyAsync(
                () -> engine.call(Catalogue.CREATE_EXECUTION, execution().build()));
        meanwhile(submission);
        removed.goOn();

        assertThat(removal.join()).isEqualTo(1);
        var id = submission.join().executionId();
        assertThat(queues()).singleElement().extracting(Queue::number).isNotEqualTo(number);
        assertThat(claimBy(other)).containsExactly(id);
    }

    /** Waits until a call is stopped by the transaction that is under way, where a store can tell. */
    protected void meanwhile(CompletableFuture<?> call) throws Exception {}

    @Test
    public void removalThatIsRolledBackLeavesTheQueue() {
        int number = emptyQueueKnownToBoth();
        var removal = otherStore.write(0, deadline(), tx -> {
            assertThat(tx.lanes().removeQueues(List.of(number))).isEqualTo(1);
            throw new IllegalStateException("rolled back");
        });
        assertThatThrownBy(removal::join).hasRootCauseMessage("rolled back");

        var id = create();

        assertThat(queues()).extracting(Queue::number).containsExactly(number);
        assertThat(claimBy(other)).containsExactly(id);
    }

    @Test
    public void twoProcessesAtTheLimitAddOneQueueBetweenThem() throws Exception {
        var all = IntStream.range(1, Limits.QUEUES)
                .mapToObj(i -> requiring("set-" + i))
                .toList();
        engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(all));
        assertThat(queues()).hasSize(Limits.QUEUES - 1);
        var written = new Pause();
        var last = store.write(0, deadline(), tx -> {
            var created = created(
                    tx, requiring("last"), ExecutionId.solo(LANE, settings().partitions()));
            var full = tx.lanes().addQueues(created);
            tx.apply(List.copyOf(created));
            written.reach();
            return full;
        });
        written.await();
        var second = CompletableFuture.supplyAsync(() -> other.call(Catalogue.CREATE_EXECUTION, requiring("one-more")));
        meanwhile(second);
        written.goOn();

        assertThat(last.join()).isEmpty();
        assertRefused(ErrorCode.RESOURCE_EXHAUSTED, () -> {
            try {
                second.join();
            } catch (CompletionException refused) {
                throw refused.getCause();
            }
        });
        assertThat(queues()).hasSize(Limits.QUEUES);
    }

    /** The number of a queue that both have used, and that has no executions. */
    private int emptyQueueKnownToBoth() {
        var ids = List.of(
                create(),
                other.call(Catalogue.CREATE_EXECUTION, execution().build()).executionId());
        for (var id : ids) {
            engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        }
        advance(DAY);
        engine.call(
                Catalogue.TRIM_RETENTION,
                new TrimRetention(OptionalInt.empty(), Optional.of(LANE), DAY, 100, ScannerFilter.NONE));
        assertThat(ids).noneMatch(this::exists);
        return queues().get(0).number();
    }

    private int removeByOther(int number) {
        return otherStore
                .write(0, deadline(), tx -> tx.lanes().removeQueues(List.of(number)))
                .join();
    }

    private List<Queue> queues() {
        return write(tx -> tx.lanes().queuesOf(List.of(LANE), Optional.of(SHOP)));
    }

    private static List<ExecutionId> claimBy(Engine by) {
        var request = new ClaimRequest(
                LANE,
                new WorkerId("w"),
                new WorkerInstanceId("w-1"),
                CapabilitySet.EMPTY,
                Optional.of(new Namespace("shop")),
                TTL_MS,
                0,
                10);
        return by.call(Catalogue.CLAIM, request).claims().stream()
                .map(Claim::executionId)
                .toList();
    }

    private static CreateExecution requiring(String capability) {
        return execution()
                .policyJson(ContractSuite.requiring(capability, "common"))
                .build();
    }

    private static void apply(WriteTx tx, ExecutionId id) {
        var created = created(tx, execution().build(), id);
        assertThat(tx.lanes().addQueues(created)).isEmpty();
        tx.apply(List.copyOf(created));
    }

    private static List<Change.Created> created(WriteTx tx, CreateExecution args, ExecutionId id) {
        return CreateRules.create(args, id, Existing.NOTHING, tx.now()).changes().stream()
                .map(Change.Created.class::cast)
                .toList();
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    /** A point in a transaction at which it waits until it is released. */
    private static final class Pause {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        void reach() {
            reached.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        void await() throws InterruptedException {
            reached.await();
        }

        void goOn() {
            goOn.countDown();
        }
    }
}

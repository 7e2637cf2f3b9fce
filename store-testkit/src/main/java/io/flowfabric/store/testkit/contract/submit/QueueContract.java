package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorClass;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many queues a namespace has on a lane, and that those without executions go. */
public abstract class QueueContract extends ContractSuite {
    private static final long DAY = 86_400_000;
    private static final Namespace BANK = new Namespace("bank");
    private static final LaneId SIDE = new LaneId("side");

    @Test
    public void setBeyondTheLimitIsRefusedAndSaysWhatToDo() {
        fill(Limits.QUEUES);

        var refused = refused(
                ErrorCode.RESOURCE_EXHAUSTED,
                Catalogue.CREATE_EXECUTION,
                requiring("one-more").build());

        assertThat(refused.error().errorClass()).isEqualTo(ErrorClass.RETRYABLE);
        assertThat(refused.error().details())
                .containsEntry("pool", "queues")
                .containsEntry("max", "1000")
                .containsEntry("retry_after_ms", Long.toString(QueueRules.LOOK_MS));
        assertThat(refused)
                .hasMessageContaining("shop")
                .hasMessageContaining("main")
                .hasMessageContaining("1000");
        assertThat(refused.error().explanation()).contains("Use fewer sets, or another lane", "purged");
        assertThat(queues(SHOP)).hasSize(Limits.QUEUES);
    }

    @Test
    public void fullLaneTakesWhatItHasQueuesForAndFillsNoOther() {
        fill(Limits.QUEUES);

        var known = create(requiring("set-7"));
        var elsewhere =
                create(CreateExecution.of(SHOP, SIDE, "charge").policyJson(ContractSuite.requiring("one-more")));
        var others = create(CreateExecution.of(BANK, LANE, "charge").policyJson(ContractSuite.requiring("one-more")));

        assertThat(List.of(known, elsewhere, others)).allMatch(this::exists);
    }

    @Test
    public void refusalLeavesTheNeighboursOfTheBatchAlone() {
        fill(Limits.QUEUES);

        var answers = engine.call(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(List.of(
                        requiring("set-1").build(),
                        requiring("one-more").idempotencyKey("order-1").build(),
                        requiring("set-2").build(),
                        requiring("set-3").idempotencyKey("order-1").build())));

        assertThat(answers.get(0).orThrow()).isInstanceOf(CreateExecutionOutcome.Created.class);
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        BatchItem.Refused.class,
                        refused -> assertThat(refused.error().code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
        assertThat(answers.get(2).orThrow()).isInstanceOf(CreateExecutionOutcome.Created.class);
        assertThat(answers.get(3).orThrow())
                .as("what was refused has not used its key")
                .isInstanceOf(CreateExecutionOutcome.Created.class);
    }

    /** Half of the queues are left to sets of requirements. */
    @Test
    public void kindsShareAQueueOnceTheLaneHasManyQueues() {
        fill(Limits.QUEUES / 2);

        var mail = create(CreateExecution.of(SHOP, LANE, "mail"));
        var charge = create();

        assertThat(queues(SHOP))
                .filteredOn(queue -> queue.requiredCapabilities().equals(CapabilitySet.EMPTY))
                .singleElement()
                .satisfies(queue -> assertThat(queue.kind()).isEmpty());
        assertThat(claim("w1", 10)).extracting(Claim::executionId).containsExactly(mail, charge);
    }

    @Test
    public void queueGoesOnceItsLastExecutionWasPurged() {
        end(create(requiring("gpu")));
        advance(DAY);
        trim();
        assertThat(queues(SHOP)).isEmpty();
        assertThat(lanes()).as("lanes that were ever used").containsExactly(LANE);

        var again = create(requiring("gpu"));

        assertThat(claimWith("gpu")).extracting(Claim::executionId).containsExactly(again);
    }

    @Test
    public void queueStaysAsLongAsAnExecutionOfItIsStored() {
        var waiting = create(requiring("a"));
        var delayed = create(requiring("b").delayUntil(START + 100 * DAY));
        var ended = create(requiring("c"));
        end(ended);
        var held = create(requiring("d"));
        assertThat(claimWith("d")).extracting(Claim::executionId).containsExactly(held);
        for (int hour = 0; hour < 23; hour++) {
            advance(QueueRules.LOOK_MS);
            trim();
        }

        assertThat(queues(SHOP)).hasSize(4);
        assertThat(List.of(waiting, delayed, ended, held))
                .allSatisfy(id -> assertThat(describe(id).identity().requiredCapabilities())
                        .isNotEqualTo(CapabilitySet.EMPTY));
        assertThat(claimWith("a")).extracting(Claim::executionId).containsExactly(waiting);
    }

    @Test
    public void oneOfSeveralExecutionsKeepsTheQueue() {
        var kept = create(requiring("gpu"));
        for (int i = 0; i < 3; i++) {
            end(create(requiring("gpu")));
        }
        advance(DAY);
        trim();
        assertThat(queues(SHOP)).hasSize(1);

        end(kept);
        advance(DAY);
        trim();

        assertThat(queues(SHOP)).isEmpty();
    }

    @Test
    public void numberOfARemovedQueueIsNotUsedAgain() {
        end(create(requiring("gpu")));
        int number = queues(SHOP).get(0).number();
        advance(DAY);
        trim();
        assertThat(queues(SHOP)).isEmpty();

        create(CreateExecution.of(BANK, LANE, "charge"));
        create(requiring("gpu"));

        assertThat(queues(SHOP)).extracting(Queue::number).doesNotContain(number);
        assertThat(queues(BANK)).extracting(Queue::number).doesNotContain(number);
    }

    @Test
    public void lanesThatWereFullTakeNewSetsOnceOldOnesAreGone() {
        var all = fill(Limits.QUEUES);
        refused(
                ErrorCode.RESOURCE_EXHAUSTED,
                Catalogue.CREATE_EXECUTION,
                requiring("one-more").build());
        all.forEach(this::end);
        advance(DAY);
        trim();

        assertThat(queues(SHOP)).isEmpty();
        assertThat(exists(create(requiring("one-more")))).isTrue();
    }

    @Test
    public void onlyQueuesOfANamespaceAreAskedFor() {
        create();
        create(CreateExecution.of(BANK, LANE, "charge"));
        create(CreateExecution.of(BANK, SIDE, "charge"));

        assertThat(queues(BANK)).extracting(Queue::lane).containsExactlyInAnyOrder(LANE, SIDE);
        assertThat(this.<List<Queue>>write(tx -> tx.lanes().queuesOf(List.of(LANE), Optional.empty())))
                .extracting(Queue::namespace)
                .containsExactlyInAnyOrder(SHOP, BANK);
    }

    @Test
    public void timersAreToldWhenAQueueIsToBeLookedAt() {
        create();

        var ahead = read(tx -> tx.due().ahead(100 * DAY, Optional.empty(), 0, Set.of()));
        assertThat(ahead.queueLook()).hasValue(START + QueueRules.LOOK_MS);
    }

    /** Executions that need one of so many different capabilities. */
    private List<ExecutionId> fill(int sets) {
        var all = IntStream.range(0, sets)
                .mapToObj(i -> requiring("set-" + i).build())
                .toList();
        return engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(all)).stream()
                .map(item -> item.orThrow().executionId())
                .toList();
    }

    private static CreateExecutionBuilder requiring(String capability) {
        return execution().policyJson(ContractSuite.requiring(capability, "common"));
    }

    private List<Claim> claimWith(String capability) {
        var request = new ClaimRequest(
                LANE,
                new WorkerId("w"),
                new WorkerInstanceId("w-1"),
                CapabilitySet.ofWorker(List.of(capability, "common")),
                Optional.of(SHOP),
                20 * DAY,
                0,
                10);
        return engine.call(Catalogue.CLAIM, request).claims();
    }

    private List<Queue> queues(Namespace namespace) {
        return write(tx -> tx.lanes().queuesOf(List.of(LANE, SIDE), Optional.of(namespace)));
    }

    private List<LaneId> lanes() {
        return engine.call(Catalogue.LIST_LANES, new ListLanes(Optional.empty(), 10, Optional.of(SHOP)))
                .lanes();
    }

    private void end(ExecutionId id) {
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
    }

    private void trim() {
        engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(DAY, 1000));
    }
}

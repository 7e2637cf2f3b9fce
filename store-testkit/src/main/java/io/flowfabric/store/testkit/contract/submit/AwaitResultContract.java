package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.CountingStore;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Waiting for the end of executions, by many at once. */
@Covers("await_result")
public abstract class AwaitResultContract extends ContractSuite {
    private static final int PARKED_CALLS = 200;

    @Test
    public void oneEndIsQueriedOnceForAllWaitingCallsAndNoneIsLeftWaiting() throws InterruptedException {
        var counting = CountingStore.on(store);
        try (var watched = start(counting, settings())) {
            var waiting = new HashMap<ExecutionId, CompletableFuture<AwaitResultOutcome>>();
            for (ExecutionId id : submitMany()) {
                waiting.put(id, ended(watched, id));
            }
            var claims = claim("w1", PARKED_CALLS);
            int before = counting.reads().get();

            complete(claims.get(0));

            assertCompleted(waiting.get(claims.get(0).executionId()));
            // One for all, one for the result; a store may wake calls more often than something ends.
            assertThat(counting.reads().get() - before).isLessThan(PARKED_CALLS / 4);

            completeAll(claims.subList(1, PARKED_CALLS));

            for (var answer : waiting.values()) {
                assertCompleted(answer);
            }
        }
    }

    @Test
    public void everyoneWhoWaitsForTheSameIsAnswered() throws InterruptedException {
        var id = create();
        var first = ended(engine, id);
        var second = ended(engine, id);

        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "not needed"));

        assertThat(woken(first)).isEqualTo(woken(second));
    }

    @Test
    public void settledIsWhatHasEndedOrIsNotStored() {
        var ended = create();
        complete(claimOne("w1"));
        var cancelled = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(cancelled, "not needed"));
        var held = create();
        claimOne("w1");
        var delayed = create(execution().delayUntil(START + 1000));
        var waiting = create();
        var unknown = unknown();

        var all = Set.of(ended, cancelled, held, delayed, waiting, unknown);
        Set<ExecutionId> settled = read(tx -> tx.executions().settled(all));

        assertThat(settled).containsExactlyInAnyOrder(ended, cancelled, unknown);
        assertThat(all)
                .as("asked for one by one")
                .filteredOn(
                        id -> !read(tx -> tx.executions().settled(Set.of(id))).isEmpty())
                .containsExactlyInAnyOrderElementsOf(settled);
    }

    @Test
    public void unknownExecutionIsNotWaitedFor() {
        refused(
                ErrorCode.EXECUTION_NOT_FOUND,
                Catalogue.AWAIT_RESULT,
                new AwaitResultRequest(unknown(), LONGEST_WAIT_MS));
    }

    private Set<ExecutionId> submitMany() {
        var submissions = Collections.nCopies(PARKED_CALLS, execution().build());
        return engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(submissions)).stream()
                .map(item -> item.orThrow().executionId())
                .collect(Collectors.toSet());
    }

    private void completeAll(List<Claim> claims) {
        var items = claims.stream()
                .map(claim -> new CompleteRequest(claim.handle(), Optional.empty()))
                .toList();
        engine.call(Catalogue.COMPLETE_BATCH, new CompleteBatch(items)).forEach(BatchItem::orThrow);
    }

    /** As clients do: asks again when the longest wait is over. */
    private static CompletableFuture<AwaitResultOutcome> ended(Engine engine, ExecutionId id) {
        return engine.callAsync(Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, LONGEST_WAIT_MS))
                .thenCompose(outcome -> outcome instanceof AwaitResultOutcome.Pending
                        ? ended(engine, id)
                        : CompletableFuture.completedFuture(outcome));
    }

    private void assertCompleted(CompletableFuture<AwaitResultOutcome> answer) throws InterruptedException {
        assertThat(woken(answer))
                .isInstanceOfSatisfying(
                        AwaitResultOutcome.Ended.class,
                        ended -> assertThat(ended.publicState()).isEqualTo(PublicState.COMPLETED));
    }
}

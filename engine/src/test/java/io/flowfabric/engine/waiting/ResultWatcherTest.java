package io.flowfabric.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultOutcome.Ended;
import io.flowfabric.model.op.submit.AwaitResultOutcome.Pending;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many calls that wait for results, of which one polls for all. */
class ResultWatcherTest {
    private static final long LONG_WAIT_MS = 30_000;
    private static final Ended ENDED =
            new Ended(PublicState.COMPLETED, Optional.empty(), Optional.empty(), Optional.empty());

    private final Doorbell doorbell = new Doorbell();
    private final LongPolls longPolls = new LongPolls(new FallbackPoll(Duration.ofHours(1), () -> {}));
    private final Set<ExecutionId> over = ConcurrentHashMap.newKeySet();
    private final List<Collection<ExecutionId>> sharedPolls = new CopyOnWriteArrayList<>();
    private final AtomicInteger ownPolls = new AtomicInteger();
    private final AtomicBoolean broken = new AtomicBoolean();
    private final ResultWatcher watch = longPolls.ends(doorbell, this::settled);

    @AfterEach
    void close() {
        longPolls.close();
    }

    private Set<ExecutionId> settled(Collection<ExecutionId> ids) {
        sharedPolls.add(ids);
        if (broken.getAndSet(false)) {
            throw new IllegalStateException("the store is away");
        }
        return ids.stream().filter(over::contains).collect(Collectors.toSet());
    }

    private AwaitResultOutcome look(ExecutionId id) {
        ownPolls.incrementAndGet();
        return over.contains(id) ? ENDED : new Pending();
    }

    private ResultLongPoll longPoll(ExecutionId id, long maxWaitMs) {
        return new ResultLongPoll(watch, id, maxWaitMs, () -> look(id));
    }

    private CompletableFuture<AwaitResultOutcome> park(ExecutionId id) {
        return longPolls.park(longPoll(id, LONG_WAIT_MS), unwanted -> {});
    }

    private void end(ExecutionId id) {
        over.add(id);
        doorbell.ring();
    }

    private static ExecutionId some() {
        return new ExecutionId(1, UUID.randomUUID());
    }

    private static AwaitResultOutcome answerOf(CompletableFuture<AwaitResultOutcome> parked) throws Exception {
        return parked.get(60, TimeUnit.SECONDS);
    }

    @Test
    void oneRingIsOnePollForAll() throws Exception {
        var ids = new ArrayList<ExecutionId>();
        var parked = new ArrayList<CompletableFuture<AwaitResultOutcome>>();
        for (int i = 0; i < 500; i++) {
            ids.add(some());
            parked.add(park(ids.get(i)));
        }

        over.add(ids.get(0));
        end(ids.get(499));

        assertThat(answerOf(parked.get(0))).isEqualTo(ENDED);
        assertThat(answerOf(parked.get(499))).isEqualTo(ENDED);
        assertThat(sharedPolls).hasSize(1);
        assertThat(ownPolls).hasValue(502);
    }

    @Test
    void callThatHasLeftIsNotPolledForAnyMore() throws Exception {
        var gone = some();
        var waiting = some();
        park(gone).cancel(false);
        var parked = park(waiting);

        end(waiting);

        assertThat(answerOf(parked)).isEqualTo(ENDED);
        assertThat(sharedPolls).singleElement().isEqualTo(List.of(waiting));
    }

    @Test
    void oneOfTwoWhoWaitForTheSameMayGo() throws Exception {
        var id = some();
        var first = park(id);
        var second = park(id);
        first.cancel(false);

        end(id);

        assertThat(answerOf(second)).isEqualTo(ENDED);
    }

    @Test
    void failedPollFailsOneCallAndIsRepeatedByTheNext() throws Exception {
        var id = some();
        broken.set(true);
        var first = park(id);
        var second = park(id);

        end(id);

        var answers = CompletableFuture.allOf(first, second);
        assertThatThrownBy(() -> answers.get(60, TimeUnit.SECONDS)).hasRootCauseMessage("the store is away");
        assertThat(List.of(first.isCompletedExceptionally(), second.isCompletedExceptionally()))
                .containsExactlyInAnyOrder(true, false);
    }

    @Test
    void callThatDoesNotWaitIsNotWaitedFor() throws Exception {
        assertThat(longPolls.await(longPoll(some(), 0))).isEqualTo(new Pending());
        var waiting = some();
        var parked = park(waiting);

        end(waiting);

        answerOf(parked);
        assertThat(sharedPolls).singleElement().isEqualTo(List.of(waiting));
    }

    @Test
    void waitEndsAfterALastPoll() {
        assertThat(longPolls.await(longPoll(some(), 1))).isEqualTo(new Pending());
        assertThat(ownPolls.get()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void engineThatStopsAnswersWaitingCalls() throws Exception {
        var parked = park(some());

        longPolls.close();

        assertThat(answerOf(parked)).isEqualTo(new Pending());
    }
}

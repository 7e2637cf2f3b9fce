package io.flowfabric.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatcherTest {
    private static final Deadline LATER = Deadline.in(Duration.ofMinutes(1));

    /** A call that writes its own name. */
    private record Call(String name, long weight) implements Weighed {}

    /** A transaction under way, for the test to end. */
    private record Begun(List<Call> calls, boolean again, CompletableFuture<List<Optional<String>>> end) {
        List<String> names() {
            return calls.stream().map(Call::name).toList();
        }

        void commit() {
            commitAllBut("");
        }

        /** Leaves a call without an answer, because it would have had to wait. */
        void commitAllBut(String held) {
            end.complete(calls.stream()
                    .map(call -> Optional.of(call.name()).filter(name -> !name.equals(held)))
                    .toList());
        }

        /** Ends as a transaction does that a lock was in the way of. */
        void endHeld() {
            end.completeExceptionally(new HeldException(new IllegalStateException("a row is locked")));
        }
    }

    /** The pauses of calls that have to wait, for the test to end. */
    private static final class Pauses implements HeldCalls.Timer {
        private final List<Runnable> begun = new ArrayList<>();
        private long now;

        @Override
        public void after(Duration pause, Runnable task) {
            begun.add(task);
        }

        @Override
        public long nanoTime() {
            return now;
        }

        /** Answers whether there were any. */
        boolean end() {
            now += Duration.ofSeconds(1).toNanos();
            var ended = List.copyOf(begun);
            begun.clear();
            ended.forEach(Runnable::run);
            return !ended.isEmpty();
        }
    }

    private final List<Begun> begun = new ArrayList<>();
    private final Pauses pauses = new Pauses();
    private final Batcher<Call, String> batcher =
            new Batcher<>(this::begin, Call::name, new MemoryBudget(16L << 20), pauses);

    private CompletableFuture<List<Optional<String>>> begin(List<Call> calls, Deadline deadline, boolean again) {
        var transaction = new Begun(calls, again, new CompletableFuture<>());
        begun.add(transaction);
        return transaction.end();
    }

    @Test
    void aCallAloneDoesNotWait() {
        submit("a");
        assertThat(begun).singleElement().extracting(Begun::names).isEqualTo(List.of("a"));
    }

    @Test
    void whatArrivesMeanwhileSharesTheNextTransaction() {
        submit("a", "b");
        var later = submit("c", "d", "e");
        assertThat(begun).hasSize(2);
        begun.get(0).commit();
        assertThat(begun.get(2).names()).containsExactly("c", "d", "e");
        assertThat(later).noneMatch(CompletableFuture::isDone);
        begun.get(2).commit();
        assertThat(later.stream().map(CompletableFuture::join)).containsExactly("c", "d", "e");
    }

    @Test
    void secondTransactionBeginsWhenAsManyCallsWaitAsTheFirstCarries() {
        submit("a", "b");
        submit("c", "d", "e");
        begun.get(0).commit();
        begun.get(1).commit();
        assertThat(begun.get(2).names()).containsExactly("c", "d", "e");
        submit("f", "g");
        assertThat(begun).as("two calls beside three").hasSize(3);
        submit("h");
        assertThat(begun.get(3).names()).containsExactly("f", "g", "h");
    }

    @Test
    void callsThatWereTooFewGoTogetherAfterTheOther() {
        submit("a", "b");
        submit("c", "d", "e");
        begun.get(0).commit();
        begun.get(1).commit();
        var few = submit("f", "g");
        begun.get(2).commit();
        assertThat(begun.get(3).names()).containsExactly("f", "g");
        begun.get(3).commit();
        assertThat(few).allMatch(CompletableFuture::isDone);
    }

    @Test
    void stuckTransactionDelaysFewCallsForAMomentOnly() {
        submit("a", "b");
        submit("c", "d", "e");
        begun.get(0).commit();
        begun.get(1).commit();
        var few = submit("f");
        pauses.end();
        assertThat(begun.get(3).names()).containsExactly("f");
        begun.get(3).commit();
        assertThat(few).allMatch(CompletableFuture::isDone);
        submit("g");
        pauses.end();
        assertThat(begun.get(4).names()).containsExactly("g");
    }

    @Test
    void callsAboutTheSameShareATransactionInTheirOrder() {
        submit("a", "b");
        var first = batcher.submit(new Call("c", 1), LATER);
        submit("d");
        var second = batcher.submit(new Call("c", 2), LATER);
        begun.get(0).commit();
        assertThat(begun.get(2).calls()).containsExactly(new Call("c", 1), new Call("d", 1), new Call("c", 2));
        begun.get(2).commit();
        assertThat(List.of(first, second)).allMatch(CompletableFuture::isDone);
    }

    @Test
    void callsAboutTheSameThatAreHeldComeBackInTheirOrderAndBeforeLaterOnes() {
        submit("a", "b");
        submit("held", "c");
        batcher.submit(new Call("held", 2), LATER);
        batcher.submit(new Call("held", 3), LATER);
        begun.get(0).commit();
        begun.get(2).commitAllBut("held");
        submit("x");
        pauses.end();
        assertThat(last().calls()).containsExactly(new Call("held", 1));
        var retried = last();
        batcher.submit(new Call("held", 4), LATER);
        submit("z");
        retried.commit();
        begun.get(1).commit();
        assertThat(last().calls())
                .containsExactly(new Call("held", 2), new Call("held", 3), new Call("held", 4), new Call("z", 1));
    }

    @Test
    void aBatchIsBoundedInNumberAndWeight() {
        submit("a", "b");
        IntStream.range(0, 501).forEach(i -> submit("x" + i));
        batcher.submit(new Call("heavy", 4 << 20), LATER);
        begun.get(0).commit();
        assertThat(begun.get(2).calls()).hasSize(500);
        begun.get(2).commit();
        assertThat(begun.get(3).names()).containsExactly("x500");
        begun.get(3).commit();
        assertThat(begun.get(4).names()).containsExactly("heavy");
    }

    @Test
    void theCallThatSpoilsABatchIsFoundByHalving() {
        submit("a", "b");
        var answers = submit("c", "bad", "d", "e");
        begun.get(0).commit();
        for (int i = 2; i < begun.size(); i++) {
            var transaction = begun.get(i);
            if (transaction.names().contains("bad")) {
                transaction.end().completeExceptionally(new IllegalStateException("a row is damaged"));
            } else {
                transaction.commit();
            }
        }
        assertThat(answers.get(1)).isCompletedExceptionally();
        assertThat(List.of(answers.get(0), answers.get(2), answers.get(3)))
                .allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
    }

    @Test
    void anUnknownOutcomeIsTheAnswerToAllCallsAndNotRetried() {
        submit("a", "b");
        var answers = submit("c", "d");
        begun.get(0).commit();
        begun.get(2).end().completeExceptionally(new OperationTimeoutException("write", Duration.ZERO, true));
        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(begun).hasSize(3);
    }

    @Test
    void aCallThatHasToWaitIsTriedAgainAndHoldsUpNoOther() {
        submit("a", "b");
        var answers = submit("c", "held", "d");
        begun.get(0).commit();
        begun.get(2).commitAllBut("held");
        assertThat(answers.get(0).join()).isEqualTo("c");
        assertThat(answers.get(2).join()).isEqualTo("d");
        submit("next");
        assertThat(begun.get(3).names()).containsExactly("next");
        for (int i = 0; i < 10; i++) {
            pauses.end();
            last().commitAllBut("held");
        }
        pauses.end();
        assertThat(last().names()).containsExactly("held");
        assertThat(last().again()).isTrue();
        last().commit();
        assertThat(answers.get(1).join()).isEqualTo("held");
    }

    @Test
    void aCallAboutTheSameWaitsBehindTheOneThatIsHeld() {
        submit("held");
        begun.get(0).commitAllBut("held");
        var second = submit("held").get(0);
        assertThat(begun).hasSize(1);
        pauses.end();
        assertThat(last().calls()).hasSize(1);
        last().commit();
        assertThat(second).isNotDone();
        assertThat(begun).hasSize(3);
        last().commit();
        assertThat(second.join()).isEqualTo("held");
    }

    @Test
    void theCallWhoseLockEndsTransactionsIsFoundByTryingFewerTogether() {
        submit("a", "b");
        var answers = submit(
                IntStream.range(0, 100).mapToObj(i -> i == 37 ? "bad" : "x" + i).toArray(String[]::new));
        begun.get(0).commit();
        for (int i = 2; i < begun.size() || pauses.end() && begun.size() < 200; i++) {
            var transaction = begun.get(i);
            if (transaction.names().contains("bad")) {
                transaction.endHeld();
            } else {
                transaction.commit();
            }
        }
        assertThat(answers).filteredOn(answer -> !answer.isDone()).containsExactly(answers.get(37));
        begun.get(begun.size() - 1).commit();
        assertThat(answers.get(37).join()).isEqualTo("bad");
    }

    @Test
    void aCallThatIsHeldUntilItsDeadlineFailsAndNothingWasWritten() {
        var answer = batcher.submit(new Call("held", 1), Deadline.in(Duration.ZERO));
        begun.get(0).commitAllBut("held");
        pauses.end();
        assertThatThrownBy(answer::join)
                .hasCauseInstanceOf(OperationTimeoutException.class)
                .hasMessageContaining("another transaction held")
                .hasMessageContaining("not applied");
        assertThat(begun).hasSize(1);
    }

    @Test
    void aCallThatIsHeldCanBeTakenBack() {
        var answer = submit("held").get(0);
        begun.get(0).commitAllBut("held");
        assertThat(batcher.withdraw(answer)).isTrue();
        pauses.end();
        assertThat(begun).hasSize(1);
    }

    @Test
    void callsOfOneTransactionThatHaveToWaitAreAnsweredLater() {
        var all = batcher.together(List.of(new Call("a", 1), new Call("held", 1), new Call("b", 1)), LATER);
        begun.get(0).commitAllBut("held");
        assertThat(all).isNotDone();
        pauses.end();
        last().commit();
        assertThat(all.join()).containsExactly("a", "held", "b");
    }

    @Test
    void aCallThatHasNotBegunCanBeTakenBack() {
        var answers = submit("a", "b", "c");
        assertThat(batcher.withdraw(answers.get(0))).isFalse();
        assertThat(batcher.withdraw(answers.get(2))).isTrue();
        begun.get(0).commit();
        assertThat(begun).hasSize(2);
    }

    @Test
    void aFullQueueRefuses() {
        submit("a", "b");
        IntStream.range(0, 10_000).forEach(i -> submit("x" + i));
        var refused = submit("one too many").get(0);
        assertThatThrownBy(refused::join).hasCauseInstanceOf(ResourceExhaustedException.class);
    }

    @Test
    void callsThatWeighTooMuchTogetherAreRefused() {
        var all = IntStream.range(0, 20)
                .mapToObj(i -> batcher.submit(new Call("heavy" + i, 1 << 20), LATER))
                .toList();
        var refused = all.stream().filter(CompletableFuture::isDone).toList();
        assertThat(refused)
                .hasSize(5)
                .allSatisfy(answer ->
                        assertThatThrownBy(answer::join).hasCauseInstanceOf(ResourceExhaustedException.class));
        begun.get(0).commit();
        assertThat(batcher.submit(new Call("heavy", 1 << 20), LATER)).isNotDone();
    }

    @Test
    void aCallThatWeighsMoreThanTheBudgetIsTakenWhenNoOtherWaits() {
        assertThat(batcher.submit(new Call("huge", 32 << 20), LATER)).isNotDone();
        assertThat(begun).hasSize(1);
    }

    @Test
    void aTransactionThatCannotBeginGivesItsPlaceBack() {
        var broken = new Batcher<Call, String>(
                (calls, deadline, again) -> {
                    throw new OutOfMemoryError("in a test");
                },
                Call::name,
                new MemoryBudget(16L << 20));
        for (int i = 0; i < 10; i++) {
            assertThat(broken.submit(new Call("a", 1), LATER)).isCompletedExceptionally();
        }
    }

    private Begun last() {
        return begun.get(begun.size() - 1);
    }

    private List<CompletableFuture<String>> submit(String... names) {
        return List.of(names).stream()
                .map(name -> batcher.submit(new Call(name, 1), LATER))
                .toList();
    }
}

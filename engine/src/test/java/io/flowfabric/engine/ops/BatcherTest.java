package io.flowfabric.engine.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.store.Deadline;
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
    private record Begun(List<Call> calls, CompletableFuture<List<Optional<String>>> end) {
        List<String> names() {
            return calls.stream().map(Call::name).toList();
        }

        void commit() {
            end.complete(calls.stream().map(call -> Optional.of(call.name())).toList());
        }
    }

    private final List<Begun> begun = new ArrayList<>();
    private final Batcher<Call, String> batcher = new Batcher<>(this::begin, Call::name);

    private CompletableFuture<List<Optional<String>>> begin(List<Call> calls, Deadline deadline) {
        var transaction = new Begun(calls, new CompletableFuture<>());
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
    void twoCallsAboutTheSameAreNeverInOneBatch() {
        submit("a", "b", "c", "c", "d");
        begun.get(0).commit();
        assertThat(begun.get(2).names()).containsExactly("c", "d");
        begun.get(2).commit();
        assertThat(begun.get(3).names()).containsExactly("c");
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
    void anUnknownOutcomeIsToldToEverybodyAndNotTriedAgain() {
        submit("a", "b");
        var answers = submit("c", "d");
        begun.get(0).commit();
        begun.get(2).end().completeExceptionally(new OperationTimeoutException("write", Duration.ZERO, true));
        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(begun).hasSize(3);
    }

    @Test
    void aCallThatWouldWaitIsCarriedOutAloneAndHoldsUpNobody() {
        submit("a", "b");
        var answers = submit("c", "held", "d");
        begun.get(0).commit();
        begun.get(2).end().complete(List.of(Optional.of("c"), Optional.empty(), Optional.of("d")));
        assertThat(answers.get(0).join()).isEqualTo("c");
        assertThat(answers.get(2).join()).isEqualTo("d");
        assertThat(begun.get(3).names()).containsExactly("held");
        submit("next");
        assertThat(begun.get(4).names()).containsExactly("next");
        begun.get(3).commit();
        assertThat(answers.get(1).join()).isEqualTo("held");
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

    private List<CompletableFuture<String>> submit(String... names) {
        return List.of(names).stream()
                .map(name -> batcher.submit(new Call(name, 1), LATER))
                .toList();
    }
}

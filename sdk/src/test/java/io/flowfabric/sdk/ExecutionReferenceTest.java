package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.worker.Samples;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExecutionReferenceTest {
    private static final Duration MINUTES = Duration.ofMinutes(5);

    private final FakeEngine engine = new FakeEngine();
    private final ExecutionId id = ExecutionId.solo(Samples.LANE, PartitionConfig.DEFAULT);
    private final ExecutionReference execution =
            FlowFabric.on(engine, FabricOptions.DEFAULT).execution(id);

    @AfterEach
    void forgetInterruption() {
        Thread.interrupted();
    }

    @Test
    void resultIsDecoded() {
        answers(completed(Optional.of(Payload.json("[1,2]"))));

        assertThat(execution.await(int[].class, MINUTES)).containsExactly(1, 2);
    }

    @Test
    void longWaitIsMadeOfShortOnes() {
        answers(new AwaitResultOutcome.Pending(), completed(Optional.of(Payload.json("1"))));
        execution.await(Integer.class, MINUTES);

        assertThat(engine.calls(Catalogue.AWAIT_RESULT))
                .containsExactly(new AwaitResultRequest(id, 30_000), new AwaitResultRequest(id, 30_000));
    }

    @Test
    void noWaitIsOneLook() {
        answers(new AwaitResultOutcome.Pending());

        assertThatThrownBy(() -> execution.awaitEnd(Duration.ZERO))
                .isInstanceOfSatisfying(
                        AwaitTimeoutException.class,
                        e -> assertThat(e.executionId()).isEqualTo(id))
                .hasMessageContaining("goes on");
        assertThat(engine.calls(Catalogue.AWAIT_RESULT)).containsExactly(new AwaitResultRequest(id, 0));
    }

    @Test
    void endlessWaitIsAllowed() {
        answers(completed(Optional.empty()));

        assertThat(execution.awaitEnd(Duration.ofSeconds(Long.MAX_VALUE)).isCompleted())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = PublicState.class,
            names = {"FAILED", "CANCELLED", "EXPIRED", "SKIPPED"})
    void otherEndingsFailWithTheirStateAndReason(PublicState state) {
        answers(ended(state));

        assertThatThrownBy(() -> execution.await(String.class, MINUTES))
                .isInstanceOfSatisfying(ExecutionFailedException.class, e -> {
                    assertThat(e.publicState()).isEqualTo(state);
                    assertThat(e.reason()).isEqualTo("no stock");
                    assertThat(e.executionId()).isEqualTo(id);
                })
                .hasMessageContaining("ended as " + state.literal() + ": no stock");
    }

    @Test
    void everyEndingIsAnAnswerToAwaitEnd() {
        answers(ended(PublicState.FAILED));

        assertThat(execution.awaitEnd(MINUTES))
                .isEqualTo(new Ending(PublicState.FAILED, Optional.empty(), Optional.of("no stock")));
    }

    @Test
    void completionWithoutAResultPointsToAwaitEnd() {
        answers(completed(Optional.empty()));

        assertThatThrownBy(() -> execution.await(Void.class, MINUTES))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("awaitEnd");
    }

    @Test
    void interruptedThreadStopsWaitingAndStaysInterrupted() {
        answers(new AwaitResultOutcome.Pending());
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> execution.awaitEnd(MINUTES))
                .isInstanceOf(OperationTimeoutException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    private void answers(AwaitResultOutcome... outcomes) {
        var left = new ArrayDeque<>(List.of(outcomes));
        engine.answer(Catalogue.AWAIT_RESULT, args -> left.remove());
    }

    private static AwaitResultOutcome completed(Optional<Payload> result) {
        return new AwaitResultOutcome.Ended(PublicState.COMPLETED, result, Optional.empty(), Optional.empty());
    }

    private static AwaitResultOutcome ended(PublicState state) {
        boolean cancelled = state == PublicState.CANCELLED;
        var reason = Optional.of("no stock");
        return new AwaitResultOutcome.Ended(
                state, Optional.empty(), cancelled ? Optional.empty() : reason, cancelled ? reason : Optional.empty());
    }
}

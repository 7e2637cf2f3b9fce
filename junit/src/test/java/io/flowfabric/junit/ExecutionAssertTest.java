package io.flowfabric.junit;

import static io.flowfabric.junit.FlowFabricAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.PermanentFailure;
import io.flowfabric.sdk.task.Retry;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@FlowFabricTest
class ExecutionAssertTest {
    record Receipt(String order, int cents) {}

    @BeforeEach
    void work(FlowFabric fabric) {
        fabric.worker("orders")
                .workerInstanceId("w-1")
                .on("pay", Receipt.class, (task, receipt) -> receipt)
                .on("bytes", byte[].class, (task, bytes) -> bytes)
                .on("decline", String.class, (task, text) -> {
                    throw new PermanentFailure(text);
                })
                .on("flaky", String.class, (task, text) -> {
                    throw new IllegalStateException(text);
                })
                .start();
    }

    @Test
    void resultIsReadAsWhatIsExpected(FlowFabric fabric) {
        assertThat(fabric.submit("orders", "pay", new Receipt("o-1", 42))).completedWith(new Receipt("o-1", 42));
        assertThat(fabric.submit("orders", "bytes", new byte[] {1, 2})).completedWith(new byte[] {1, 2});
    }

    @Test
    void otherResultIsShown(FlowFabric fabric) {
        var execution = fabric.submit("orders", "pay", new Receipt("o-1", 42));

        assertThatThrownBy(() -> assertThat(execution).completedWith(new Receipt("o-1", 43)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(
                        "to have completed with <Receipt[order=o-1, cents=43]>, but the result is <Receipt[order=o-1, cents=42]>");
    }

    @Test
    void resultOfAnotherTypeIsSaidToBe(FlowFabric fabric) {
        var execution = fabric.submit("orders", "pay", new Receipt("o-1", 42));

        assertThatThrownBy(() -> assertThat(execution).completedWith(17))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the result is not a java.lang.Integer");
    }

    @Test
    void failureShowsEveryAttempt(FlowFabric fabric, TestClock clock) {
        var execution = fabric.submission("orders", "flaky")
                .payload("line is busy")
                .retry(Retry.fixed(Duration.ofMinutes(5)).times(1))
                .submit();
        clock.advance(Duration.ofMinutes(5));

        assertThat(execution).failed();
        assertThatThrownBy(() -> assertThat(execution).completed())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("execution %s of kind flaky on lane orders".formatted(execution.id()))
                .hasMessageContaining("to have completed")
                .hasMessageContaining("It is failed")
                .hasMessageContaining("#0 initial, begun 2030-01-01T00:00:00Z by w-1: ended_failure")
                .hasMessageContaining("#1 retry, begun 2030-01-01T00:05:00Z by w-1: ended_failure")
                .hasMessageContaining("line is busy");
    }

    @Test
    void numberOfRetriesIsShown(FlowFabric fabric) {
        var execution = fabric.submit("orders", "decline", "no funds");

        assertThat(execution).failed();
        assertThatThrownBy(() -> assertThat(execution).retried(2))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("to have been retried 2 times, but it was retried 0 times");
    }

    @Test
    void endedExecutionIsNotWaiting(FlowFabric fabric) {
        var execution = fabric.submit("orders", "decline", "no funds");
        assertThat(execution).failed();

        assertThatThrownBy(() -> assertThat(execution).isWaiting())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("to be waiting")
                .hasMessageContaining("It is failed");
    }

    @Test
    void executionThatDoesNotEndIsShownWithTheWayOut(FlowFabric fabric) {
        var execution = fabric.submission("orders", "pay")
                .payload(new Receipt("o-1", 42))
                .delay(Duration.ofHours(1))
                .submit();

        assertThatThrownBy(() -> new ExecutionAssert(execution, Duration.ofMillis(1)).completed())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("advance the clock")
                .hasMessageContaining("It is delayed. No attempt was made.");
    }

    @Test
    void unknownExecutionIsSaidToBe(FlowFabric fabric) {
        var unknown = fabric.execution(ExecutionId.parse("{fp:7}:00000000-0000-4000-8000-000000000001"));

        assertThatThrownBy(() -> assertThat(unknown).isWaiting())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is unknown");
    }
}

package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flowfabric.sdk.task.PermanentFailure;
import io.flowfabric.sdk.task.TaskFailure;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureMappingTest {

    static Stream<Arguments> exceptions() {
        var cause = new IOException("disk full");
        return Stream.of(
                arguments(new IllegalStateException("no stock"), "no stock", "handler_error"),
                arguments(new IllegalStateException("no stock", cause), "no stock: disk full", "handler_error"),
                arguments(new IllegalStateException(cause), "disk full", "handler_error"),
                arguments(new NullPointerException(), "NullPointerException", "handler_error"),
                arguments(new IllegalStateException(" "), "IllegalStateException", "handler_error"),
                arguments(new TaskFailure("busy", "rate_limited"), "busy", "rate_limited"),
                arguments(new TaskFailure("busy", "io", cause), "busy: disk full", "io"),
                arguments(new PermanentFailure("no such card"), "no such card", "permanent"),
                arguments(new PermanentFailure("bad", cause), "bad: disk full", "permanent"));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void exceptionBecomesItsMessagesAndCategory(Exception thrown, String message, String category) {
        assertThat(FailureMapping.of(thrown)).isEqualTo(new AttemptOutcome.Failure(message, category));
    }

    @Test
    void errorIsAPanic() {
        assertThat(FailureMapping.of(new AssertionError("impossible")))
                .isEqualTo(new AttemptOutcome.Failure("handler panicked: impossible", "handler_panic"));
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                arguments(new OutOfMemoryError(), true),
                arguments(new InternalError(), true),
                arguments(new AssertionError(), false),
                arguments(new NoClassDefFoundError(), false));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void onlyErrorsOfTheMachineAreFatal(Error thrown, boolean fatal) {
        assertThat(FailureMapping.isFatal(thrown)).isEqualTo(fatal);
    }

    @Test
    void endlessCausesAreBounded() {
        var first = new IllegalStateException("a");
        first.initCause(new IllegalStateException("b", first));

        assertThat(FailureMapping.of(first).message()).startsWith("a: b: a: b").hasSizeLessThan(100);
    }

    @Test
    void longMessageIsCutBetweenCharacters() {
        String message = FailureMapping.of(new IllegalStateException("x" + "\uD83D\uDE00".repeat(3000)))
                .message();

        assertThat(message).hasSizeLessThanOrEqualTo(4096).endsWith("\uD83D\uDE00");
    }

    @Test
    void characterThatIsNotStoredDoesNotLoseTheFailure() {
        assertThat(FailureMapping.of(new TaskFailure("byte \0 at 7", "no\0se")))
                .isEqualTo(new AttemptOutcome.Failure("byte \uFFFD at 7", "no\uFFFDse"));
    }
}

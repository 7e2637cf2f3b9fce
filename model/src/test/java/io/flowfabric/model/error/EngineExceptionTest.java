package io.flowfabric.model.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flowfabric.model.error.ResourceExhaustedException.Resource;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.error.code.TransportKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EngineExceptionTest {

    static Stream<EngineException> thoseThatTakeALabel() {
        return Stream.of(
                new TransportException("postgres", TransportKind.TRANSPORT, new ConnectException("refused")),
                new UnavailableException("claim", "The engine is shutting down; use another one."),
                new ResourceExhaustedException("write queue", 10_000, Optional.empty()),
                new OperationTimeoutException("complete", Duration.ofSeconds(5), true));
    }

    @ParameterizedTest
    @MethodSource("thoseThatTakeALabel")
    void labelStandsBeforeTheMessageAndChangesNothingElse(EngineException inner) {
        EngineException labelled = inner.withContext("renew");

        assertThat(labelled).hasSameClassAs(inner).hasMessage("renew: " + inner.getMessage());
        assertThat(labelled).hasCause(inner);
        assertThat(labelled.error()).isEqualTo(inner.error());
        assertThat(labelled.errorClass()).isEqualTo(inner.errorClass());
    }

    @ParameterizedTest
    @MethodSource("thoseThatTakeALabel")
    void labelledExceptionsTakeFurtherLabels(EngineException inner) {
        EngineException twice = inner.withContext("renew").withContext("worker w7");

        assertThat(twice).hasMessage("worker w7: renew: " + inner.getMessage());
        assertThat(twice.context()).isEqualTo("worker w7: renew");
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"TRANSPORT", "UNAVAILABLE", "RESOURCE_EXHAUSTED", "TIMEOUT"})
    void typedKindsPassWithoutALabel(ErrorKind kind) {
        ErrorCode code = Arrays.stream(ErrorCode.values())
                .filter(candidate -> candidate.kind() == kind)
                .findFirst()
                .orElseThrow();
        EngineException exception = EngineError.of(code).toException();

        assertThat(exception.withContext("renew")).isSameAs(exception);
    }

    @ParameterizedTest
    @EnumSource(TransportKind.class)
    void transportIsRetryableWhenItsKindIs(TransportKind kind) {
        var exception = new TransportException("sqlite", kind, new IOException("disk I/O error"));

        assertThat(exception).hasMessage("transport (sqlite): disk I/O error").hasCauseInstanceOf(IOException.class);
        assertThat(exception.backend()).isEqualTo("sqlite");
        assertThat(exception.transportKind()).isEqualTo(kind);
        assertThat(exception.isRetryable()).isEqualTo(kind.isRetryable());
    }

    @Test
    void transportWithoutACauseTextNamesTheCause() {
        assertThat(new TransportException("sqlite", TransportKind.OTHER, new IOException()))
                .hasMessage("transport (sqlite): IOException");
    }

    @Test
    void missingSigningKeyIsUnavailableAndKeepsItsCode() {
        var exception = (UnavailableException)
                EngineError.of(ErrorCode.HMAC_SECRET_NOT_INITIALIZED).toException();

        assertThat(exception.op()).isEqualTo("waitpoint_hmac");
        assertThat(exception.code()).isEqualTo(ErrorCode.HMAC_SECRET_NOT_INITIALIZED);
    }

    @Test
    void unavailableNamesTheOperation() {
        assertThat(new UnavailableException("claim", "Use another engine.").op())
                .isEqualTo("claim");
        assertThat(((UnavailableException) EngineError.of(ErrorCode.UNAVAILABLE, "claim", "")
                                .toException())
                        .op())
                .isEqualTo("claim");
    }

    @Test
    void exhaustedPoolSaysWhenToTryAgain() {
        var exception = new ResourceExhaustedException("write queue", 500, Optional.of(Duration.ofMillis(40)));

        assertThat(exception).hasMessage("resource_exhausted: write queue is full at 500. Try again in 40 ms.");
        assertThat(exception.pool()).isEqualTo("write queue");
        assertThat(exception.max()).isEqualTo(500);
        assertThat(exception.retryAfter()).contains(Duration.ofMillis(40));
        assertThat(exception.resource()).isEqualTo(Resource.PERMITS);
    }

    @Test
    void fullMemoryIsToldApartFromPermitsThatAreTaken() {
        var exception = ResourceExhaustedException.ofMemory("waiting_bytes", 500, Duration.ofMillis(40));

        assertThat(exception.resource()).isEqualTo(Resource.MEMORY);
        assertThat(exception.withContext("here").resource()).isEqualTo(Resource.MEMORY);
        assertThat(exception).hasMessage("resource_exhausted: waiting_bytes is full at 500. Try again in 40 ms.");
        assertThat(exception.isRetryable()).isTrue();
    }

    @Test
    void exhaustionThatDoesNotSayOfWhatIsThatOfPermits() {
        var error = new EngineError(ErrorCode.RESOURCE_EXHAUSTED, "", Map.of("resource", "patience"), "");

        assertThat(((ResourceExhaustedException) error.toException()).resource())
                .isEqualTo(Resource.PERMITS);
        assertThat(((ResourceExhaustedException)
                                EngineError.of(ErrorCode.RESOURCE_EXHAUSTED).toException())
                        .resource())
                .isEqualTo(Resource.PERMITS);
    }

    @Test
    void timeoutSaysWhetherTheWriteMayHaveHappened() {
        var lost = new OperationTimeoutException("complete", Duration.ofSeconds(5), true);
        var queued = new OperationTimeoutException("complete", Duration.ofSeconds(5), false);

        assertThat(lost.mayHaveBeenApplied()).isTrue();
        assertThat(lost).hasMessageContaining("may have been applied");
        assertThat(lost.isRetryable()).isFalse();
        assertThat(queued.mayHaveBeenApplied()).isFalse();
        assertThat(queued).hasMessageContaining("was not applied");
        assertThat(queued.isRetryable()).isTrue();
        assertThat(queued.op()).isEqualTo("complete");
        assertThat(queued.elapsed()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void timeoutThatSaysNothingMayHaveBeenApplied() {
        var exception =
                (OperationTimeoutException) EngineError.of(ErrorCode.TIMEOUT).toException();

        assertThat(exception.mayHaveBeenApplied()).isTrue();
        assertThat(exception.isRetryable()).isFalse();
        assertThat(exception.elapsed()).isZero();
    }

    @Test
    void numbersThatAreNoneCountAsAbsent() {
        var error = new EngineError(ErrorCode.RESOURCE_EXHAUSTED, "", Map.of("max", "many"), "");

        assertThat(((ResourceExhaustedException) error.toException()).max()).isZero();
    }

    @Test
    void disconnectedStreamNamesTheCursorToResumeFrom() {
        assertThat(new StreamDisconnectedException("AgAAAAAAAAAH").cursor()).isEqualTo("AgAAAAAAAAAH");
    }

    @Test
    void notFoundNamesTheEntity() {
        var exception = (NotFoundException)
                EngineError.of(ErrorCode.QUOTA_POLICY_NOT_FOUND).toException();

        assertThat(exception.entity()).isEqualTo("quota_policy");
    }

    @Test
    void exceptionRefusesAnErrorOfAnotherKind() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ValidationException(EngineError.of(ErrorCode.STALE_LEASE)))
                .withMessageContaining("stale_lease");
    }

    @Test
    void exceptionSurvivesSerialisation() throws Exception {
        var original = EngineError.of(ErrorCode.ROTATION_CONFLICT, "k7", "Use a new kid.")
                .with("kid", "k7")
                .toException();
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(original);
        }

        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((EngineException) in.readObject()).error()).isEqualTo(original.error());
        }
    }
}

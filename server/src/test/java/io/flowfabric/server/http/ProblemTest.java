package io.flowfabric.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.server.http.Route.Style;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Chapter 07 §2: the engine's errors on the routes of the Rust FlowFabric. */
class ProblemTest {
    @Test
    void whatIsNotFoundHasNeitherKindNorHint() {
        for (var missing : new ErrorCode[] {ErrorCode.EXECUTION_NOT_FOUND, ErrorCode.FLOW_NOT_FOUND}) {
            var body = refused(404, missing);

            assertThat(body.get("error").textValue())
                    .isEqualTo("not found: " + missing.literal().replace("_not_found", ""));
            assertThat(body.has("kind")).isFalse();
            assertThat(body.has("retryable")).isFalse();
            assertThat(body.get("code").textValue()).isEqualTo(missing.literal());
        }
    }

    @Test
    void whatIsNotFoundIsSaidInTheSameWordsWhateverIsKnownOfIt() {
        var known = EngineError.of(ErrorCode.EXECUTION_NOT_FOUND, "{fp:1}:x", "It was trimmed.");

        assertThat(body(404, known).get("error").textValue()).isEqualTo("not found: execution");
        assertThat(Problem.of(known.toException())
                        .body(Style.REMOTE)
                        .get("explanation")
                        .textValue())
                .isEqualTo("It was trimmed.");
    }

    @ParameterizedTest
    @EnumSource(names = {"CORRUPTION", "HANDLE_FROM_OTHER_BACKEND"})
    void refusalsWithoutANameInFlowFabricAreErrorsOfValidation(ErrorCode code) {
        var body = refused(400, code);

        assertThat(body.get("error").textValue()).isEqualTo("validation_error: " + code.literal());
        assertThat(body.get("code").textValue()).isEqualTo(code.literal());
        assertThat(body.has("kind")).isFalse();
    }

    @Test
    void validationSaysTheCodeAndTheDetailIfThereIsOne() {
        assertThat(refused(400, ErrorCode.INVALID_CAPABILITIES).get("error").textValue())
                .isEqualTo("invalid_capabilities");
        var detailed = body(400, EngineError.of(ErrorCode.INVALID_CAPABILITIES, "required:empty_token", ""));
        assertThat(detailed.get("error").textValue()).isEqualTo("invalid_capabilities: required:empty_token");
        assertThat(detailed.has("kind")).isFalse();
        assertThat(detailed.has("retryable")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "DEPENDENCY_ALREADY_EXISTS",
                "CYCLE_DETECTED",
                "SELF_REFERENCING_EDGE",
                "EXECUTION_ALREADY_IN_FLOW",
                "WAITPOINT_ALREADY_EXISTS",
                "BUDGET_ATTACH_CONFLICT",
                "QUOTA_ATTACH_CONFLICT",
                "ROTATION_CONFLICT",
                "ACTIVE_ATTEMPT_EXISTS"
            })
    void conflictsAreKnownByTheirCode(ErrorCode code) {
        assertKind(refused(409, code), code.literal(), false);
    }

    @Test
    void contentionMayBeRetriedUnlessTheExecutionHasEnded() {
        var stale = refused(409, ErrorCode.STALE_GRAPH_REVISION);
        assertKind(stale, "contention", true);
        assertThat(stale.get("code").textValue()).isEqualTo("stale_graph_revision");

        var ended = EngineError.of(ErrorCode.EXECUTION_NOT_ACTIVE)
                .with("terminal_outcome", "success")
                .with("lease_epoch", "3")
                .with("lifecycle_phase", "terminal")
                .with("attempt_id", "a");
        var body = body(409, ended);
        assertKind(body, "contention", false);
        assertThat(body.get("details")).hasSize(4);
        assertThat(body.at("/details/lease_epoch").isNumber()).isTrue();
    }

    @Test
    void limitsAreTooManyRequests() {
        assertKind(refused(429, ErrorCode.RATE_LIMIT_EXCEEDED), "rate_limit_exceeded", true);
        assertKind(refused(429, ErrorCode.CONCURRENCY_LIMIT_EXCEEDED), "concurrency_limit_exceeded", true);
        var full = Problem.of(new ResourceExhaustedException("stream_ops", 64, Optional.of(Duration.ofSeconds(2))));
        assertThat(full.status()).isEqualTo(429);
        assertKind(full.body(Style.CLASSIC), "resource_exhausted", true);
        assertThat(full.body(Style.CLASSIC).get("error").textValue()).contains("stream_ops", "64");
        assertThat(full.retryAfter()).contains(Duration.ofSeconds(2));
    }

    @Test
    void memoryThatIsFullIsTheServersConditionAndMayBeRetried() {
        var full = Problem.of(ResourceExhaustedException.ofMemory("waiting_bytes", 64, Duration.ofSeconds(2)));

        assertThat(full.status()).isEqualTo(503);
        assertKind(full.body(Style.CLASSIC), "resource_exhausted", true);
        assertThat(full.body(Style.CLASSIC).get("code").textValue()).isEqualTo("resource_exhausted");
        assertThat(full.body(Style.CLASSIC).at("/details/resource").textValue()).isEqualTo("memory");
        assertThat(full.retryAfter()).contains(Duration.ofSeconds(2));
    }

    @Test
    void exhaustedRetriesAreTheServersFault() {
        assertKind(refused(500, ErrorCode.RETRY_EXHAUSTED), "retry_exhausted", false);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "ALREADY_SATISFIED",
                "DUPLICATE_SIGNAL",
                "OK_ALREADY_APPLIED",
                "ATTEMPT_ALREADY_TERMINAL",
                "STREAM_ALREADY_CLOSED",
                "LEASE_EXPIRED",
                "LEASE_REVOKED"
            })
    void whatHasHappenedAlreadyIsSatisfied(ErrorCode code) {
        assertKind(refused(409, code), "already_satisfied", false);
    }

    @ParameterizedTest
    @EnumSource(names = {"STALE_LEASE", "WAITPOINT_CLOSED", "GRANT_ALREADY_EXISTS", "EXECUTION_NOT_IN_FLOW"})
    void otherStatesAreConflictsOfState(ErrorCode code) {
        assertKind(refused(409, code), "state_conflict", false);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "EXECUTION_NOT_TERMINAL",
                "MAX_REPLAYS_EXHAUSTED",
                "REPLAY_NOT_ALLOWED",
                "NOT_RUNNABLE",
                "TERMINAL",
                "FLOW_ALREADY_TERMINAL",
                "BUDGET_EXCEEDED",
                "BUDGET_SOFT_EXCEEDED"
            })
    void someStatesAreKnownByTheirCode(ErrorCode code) {
        assertKind(refused(409, code), code.literal(), false);
    }

    @Test
    void serverThatStopsIsUnavailable() {
        var stopping = Problem.of(new UnavailableException("claim", "The server is shutting down."));

        assertThat(stopping.status()).isEqualTo(503);
        assertKind(stopping.body(Style.CLASSIC), "unavailable", false);
        assertThat(stopping.body(Style.CLASSIC).get("error").textValue()).contains("backend op unavailable: claim");
        assertKind(refused(503, ErrorCode.HMAC_SECRET_NOT_INITIALIZED), "unavailable", false);
    }

    @ParameterizedTest
    @EnumSource
    void transportErrorsCarryTheirKind(TransportKind kind) {
        var broken = Problem.of(new TransportException("postgres", kind, new IOException("connection reset")));

        assertThat(broken.status()).isEqualTo(500);
        assertKind(broken.body(Style.CLASSIC), kind.literal(), kind.isRetryable());
    }

    @Test
    void timeoutIsRetryableOnlyIfNothingWasChanged() {
        var unknown = Problem.of(new OperationTimeoutException("write", Duration.ofSeconds(5), true));
        var harmless = Problem.of(new OperationTimeoutException("write", Duration.ofSeconds(5), false));

        assertThat(unknown.status()).isEqualTo(500);
        assertFault(unknown.body(Style.CLASSIC));
        assertThat(unknown.body(Style.REMOTE).get("kind").textValue()).isEqualTo("operation_timeout");
        assertThat(unknown.body(Style.REMOTE).get("code").textValue()).isEqualTo("operation_timeout");
        assertThat(unknown.body(Style.REMOTE).get("retryable").booleanValue()).isFalse();
        assertThat(harmless.status()).isEqualTo(500);
        assertKind(harmless.body(Style.CLASSIC), "timeout", true);
        assertKind(harmless.body(Style.REMOTE), "timeout", true);
        assertThat(harmless.body(Style.REMOTE).at("/details/applied").textValue())
                .isEqualTo("no");
    }

    @Test
    void wrappersArePeeledOff() {
        var wrapped = new CompletionException(
                new CompletionException(EngineError.of(ErrorCode.STALE_LEASE).toException()));

        assertThat(Problem.of(wrapped).status()).isEqualTo(409);
        assertKind(Problem.of(wrapped).body(Style.CLASSIC), "state_conflict", false);
        EngineException contextual =
                new UnavailableException("claim", "").withContext("inner").withContext("outer");
        assertThat(Problem.of(contextual).status()).isEqualTo(503);
        assertKind(Problem.of(contextual).body(Style.CLASSIC), "unavailable", false);
        assertThat(Problem.of(contextual).getMessage()).isEqualTo("unavailable: backend op unavailable: claim");
    }

    @Test
    void bugsTellNothingOfThemselves() {
        var bug = Problem.of(new IllegalStateException("secret"));

        assertThat(bug.status()).isEqualTo(500);
        assertThat(bug.body(Style.CLASSIC).toString()).doesNotContain("secret");
        assertFault(bug.body(Style.CLASSIC));
        assertFault(refused(500, ErrorCode.INVARIANT_VIOLATION));
    }

    private static void assertFault(JsonNode body) {
        assertThat(body.get("error").textValue()).startsWith("engine: ");
        assertThat(body.has("kind")).isFalse();
        assertThat(body.get("retryable").booleanValue()).isFalse();
    }

    private static JsonNode refused(int status, ErrorCode code) {
        return body(status, EngineError.of(code));
    }

    private static JsonNode body(int status, EngineError error) {
        var problem = Problem.of(error.toException());
        assertThat(problem.status()).as("status of %s", error.code()).isEqualTo(status);
        return problem.body(Style.CLASSIC);
    }

    /** The kind leads the text, and the hint is there. */
    private static void assertKind(JsonNode body, String kind, boolean retryable) {
        assertThat(body.get("kind").textValue()).isEqualTo(kind);
        assertThat(body.get("retryable").booleanValue()).isEqualTo(retryable);
        assertThat(body.get("error").textValue()).startsWith(kind);
        assertThat(body.get("code").textValue()).isNotEmpty();
    }
}

package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chapter 07 §2.2: errors that are hard to provoke, as clients of a server get them, on both kinds of routes. */
class EngineErrorTest {
    @ParameterizedTest
    @CsvSource({
        "STALE_GRAPH_REVISION, 409, contention, true",
        "EXECUTION_NOT_ACTIVE, 409, contention, false",
        "RATE_LIMIT_EXCEEDED, 429, rate_limit_exceeded, true",
        "CONCURRENCY_LIMIT_EXCEEDED, 429, concurrency_limit_exceeded, true",
        "RETRY_EXHAUSTED, 500, retry_exhausted, false",
        "DUPLICATE_SIGNAL, 409, already_satisfied, false",
        "OK_ALREADY_APPLIED, 409, already_satisfied, false"
    })
    void errorHasItsStatusKindCodeAndHint(ErrorCode code, int status, String kind, boolean retryable) {
        var error = EngineError.of(code, "", "Look elsewhere.");

        String said = code.literal() + ": Look elsewhere.";
        String text = kind.equals(code.literal()) ? said : kind + ": " + said;
        assertTold(error.toException(), new Told(status, kind, code.literal(), retryable, text));
    }

    @Test
    void exhaustedPermitsAreTooManyRequestsAndExhaustedMemoryIsTheServersCondition() {
        var permits = new ResourceExhaustedException("stream_ops", 2, Optional.of(Duration.ofMillis(1500)));
        var memory = ResourceExhaustedException.ofMemory("waiting_bytes", 2, Duration.ofMillis(1500));

        String said = "resource_exhausted: %s is full at 2. Try again in 1500 ms.";
        assertTold(
                permits, new Told(429, "resource_exhausted", "resource_exhausted", true, said.formatted("stream_ops")));
        assertTold(
                memory,
                new Told(503, "resource_exhausted", "resource_exhausted", true, said.formatted("waiting_bytes")));
        assertThat(answers(memory))
                .allSatisfy(answer ->
                        assertThat(answer.headers().firstValue("Retry-After")).contains("2"));
    }

    @Test
    void executionThatIsNotActiveCarriesFourDetails() {
        var error = EngineError.of(ErrorCode.EXECUTION_NOT_ACTIVE)
                .with("terminal_outcome", "success")
                .with("lease_epoch", "3")
                .with("lifecycle_phase", "terminal")
                .with("attempt_id", "a");

        for (var answer : answers(error.toException())) {
            var details = answer.body().get("details");
            assertThat(details).hasSize(4);
            assertThat(details.get("terminal_outcome").textValue()).isEqualTo("success");
            assertThat(details.get("lease_epoch").intValue()).isEqualTo(3);
            assertThat(details.get("lifecycle_phase").textValue()).isEqualTo("terminal");
            assertThat(details.get("attempt_id").textValue()).isEqualTo("a");
        }
    }

    @Test
    void errorInTwoWrappersIsToldAsTheOneInside() {
        var inside = EngineError.of(ErrorCode.STALE_LEASE, "", "Stop.").toException();

        assertTold(
                new CompletionException(new CompletionException(inside)),
                new Told(409, "state_conflict", "stale_lease", false, "state_conflict: stale_lease: Stop."));
    }

    @Test
    void errorWithTwoContextsIsToldWithoutThem() {
        var inside = new UnavailableException("claim", "Ask another server.");

        assertTold(
                inside.withContext("inner").withContext("outer"),
                new Told(
                        503,
                        "unavailable",
                        "unavailable",
                        false,
                        "unavailable: backend op unavailable: claim. Ask another server."));
    }

    private record Told(int status, String kind, String code, boolean retryable, String text) {
        static Told by(HttpAnswer answer) {
            var body = answer.body();
            return new Told(
                    answer.status(),
                    body.get("kind").textValue(),
                    body.get("code").textValue(),
                    body.get("retryable").booleanValue(),
                    body.get("error").textValue());
        }
    }

    private static void assertTold(RuntimeException thrown, Told expected) {
        assertThat(answers(thrown)).extracting(Told::by).hasSize(2).containsOnly(expected);
    }

    /** Of a route of the Rust FlowFabric, and of the operation behind it. */
    private static List<HttpAnswer> answers(RuntimeException thrown) {
        var engine = new RefusingEngine(thrown);
        try (var server = FlowFabricServer.start(ServerConfig.LOOPBACK, engine, ServerSuite.BRIEF)) {
            var http = new HttpCaller(server.address());
            String id = RouteSuite.UNKNOWN;
            var replay = http.request(RouteSuite.path(id, "/replay"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.noBody());
            return List.of(
                    http.send(replay).join(), http.call("replay_execution", "{'execution_id':'%s'}".formatted(id)));
        }
    }
}

package io.flowfabric.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchingLayerTest {
    private final ScriptedEngine engine = new ScriptedEngine();
    private final List<String> seen = new ArrayList<>();
    private Optional<RuntimeException> rejection = Optional.empty();
    private Optional<RuntimeException> troubleAfterwards = Optional.empty();

    private final class Recorder implements WatchingLayer {
        @Override
        public void before(Operation<?, ?> operation) {
            rejection.ifPresent(thrown -> {
                throw thrown;
            });
            seen.add("before " + operation);
        }

        @Override
        public void after(Operation<?, ?> operation, Duration elapsed, CallResult result) {
            seen.add("after %s %s%s".formatted(operation, result.category(), elapsed.isZero() ? " at once" : ""));
            troubleAfterwards.ifPresent(thrown -> {
                throw thrown;
            });
        }
    }

    private final Engine layered = Layers.around(engine, List.of(new Recorder()));

    @Test
    void callIsSeenBeforeAndAfter() {
        Trial.ping(layered);

        assertThat(seen).containsExactly("before backend_label", "after backend_label ok");
    }

    @Test
    void failureIsSeenAndPassedOn() {
        var failure = Trial.unreachable();
        engine.fails(failure);

        assertThatThrownBy(() -> Trial.ping(layered)).isSameAs(failure);
        assertThat(seen).containsExactly("before backend_label", "after backend_label transport");
    }

    @Test
    void rejectedCallIsReportedWithoutTimeAndNeverMade() {
        rejection = Optional.of(new UnavailableException("backend_label", "Closed for lunch."));

        assertThatThrownBy(() -> Trial.ping(layered)).isSameAs(rejection.get());
        assertThat(seen).containsExactly("after backend_label unavailable at once");
        assertThat(engine.asked).isEmpty();
    }

    @Test
    void troubleAfterwardsDoesNotTakeTheAnswerAway() {
        troubleAfterwards = Optional.of(new IllegalStateException("no disk for metrics"));

        assertThatCode(() -> Trial.ping(layered)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "EXECUTION_NOT_FOUND, not_found",
        "INVALID_INPUT, validation",
        "LEASE_CONFLICT, contention",
        "CYCLE_DETECTED, conflict",
        "STALE_LEASE, state",
        "INVARIANT_VIOLATION, bug",
        "TRANSPORT, transport",
        "UNAVAILABLE, unavailable",
        "RESOURCE_EXHAUSTED, resource_exhausted",
        "TIMEOUT, timeout",
        "STREAM_DISCONNECTED, unknown",
    })
    void categoryIsTheKindOfTheError(ErrorCode code, String category) {
        assertThat(CallResult.failed(EngineError.of(code).toException()).category())
                .isEqualTo(category);
    }

    @Test
    void whatIsNoErrorOfTheEngineIsUnknown() {
        assertThat(CallResult.failed(new IllegalStateException()).category()).isEqualTo("unknown");
    }
}

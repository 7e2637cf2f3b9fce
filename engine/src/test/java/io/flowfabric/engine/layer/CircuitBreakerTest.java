package io.flowfabric.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.NotFoundException;
import io.flowfabric.model.error.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private static final Duration COOL_DOWN = Duration.ofSeconds(30);

    private final ScriptedEngine engine = new ScriptedEngine();
    private final AtomicLong nanos = new AtomicLong(-7);
    private final Engine guarded = Layers.around(engine, List.of(new CircuitBreaker(5, COOL_DOWN, nanos::get)));

    private void fail(int times) {
        engine.fails(Trial.unreachable());
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(() -> Trial.ping(guarded)).hasMessageContaining("connection reset");
        }
    }

    private void answer() {
        engine.answers(() -> "answered");
        Trial.ping(guarded);
    }

    private void refuse() {
        engine.fails(Trial.refusal());
        assertThatThrownBy(() -> Trial.ping(guarded)).isInstanceOf(NotFoundException.class);
    }

    private void assertOpen() {
        int before = engine.asked.size();
        assertThatThrownBy(() -> Trial.ping(guarded)).isInstanceOfSatisfying(TransportException.class, rejected -> {
            assertThat(rejected.backend()).isEqualTo("ff-sdk-layer");
            assertThat(rejected.detail()).isEqualTo("circuit open");
            assertThat(rejected.isRetryable()).isTrue();
        });
        assertThat(engine.asked).hasSize(before);
    }

    private void coolDown() {
        nanos.addAndGet(COOL_DOWN.toNanos());
    }

    @Test
    void opensAfterTheThreshold() {
        fail(4);
        fail(1);

        assertOpen();
    }

    @Test
    void successEndsTheRow() {
        fail(4);
        answer();
        fail(4);

        answer();
    }

    @Test
    void refusalNeitherCountsNorEndsTheRow() {
        fail(4);
        refuse();
        fail(1);

        assertOpen();
    }

    @Test
    void errorWithinItsContextCounts() {
        engine.fails(Trial.unreachable().withContext("claim").withContext("worker"));
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> Trial.ping(guarded)).hasMessageContaining("connection reset");
        }

        assertOpen();
    }

    @Test
    void staysOpenUntilItHasCooledDown() {
        fail(5);
        nanos.addAndGet(COOL_DOWN.toNanos() - 1);

        assertOpen();
    }

    @Test
    void answeredTrialCloses() {
        fail(5);
        coolDown();
        answer();

        fail(4);
        answer();
    }

    @Test
    void refusedTrialClosesToo() {
        fail(5);
        coolDown();
        refuse();

        fail(4);
        answer();
    }

    @Test
    void trialThatMeetsATransportErrorOpensAgainForTheWholeTime() {
        fail(5);
        coolDown();
        fail(1);

        assertOpen();
        nanos.addAndGet(COOL_DOWN.toNanos() - 1);
        assertOpen();
        nanos.addAndGet(1);
        answer();
    }

    @Test
    void othersAreRejectedWhileTheTrialIsUnderWay() {
        fail(5);
        coolDown();
        engine.answers(() -> {
            assertOpen();
            return "answered";
        });

        Trial.ping(guarded);

        answer();
    }

    @Test
    void lateEndOfAnEarlierCallDoesNotPassForTheTrial() {
        engine.answers(() -> {
            fail(5);
            return "answered late";
        });
        Trial.ping(guarded);

        assertOpen();
    }

    @Test
    void opensAfterFiveErrorsUnlessToldOtherwise() {
        var usual = Layers.around(engine, List.of(new CircuitBreaker()));
        engine.fails(Trial.unreachable());
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> Trial.ping(usual)).hasMessageContaining("connection reset");
        }

        assertThatThrownBy(() -> Trial.ping(usual)).hasMessageContaining("circuit open");
    }
}

package io.flowfabric.junit;

import static io.flowfabric.junit.FlowFabricAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.Retry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@FlowFabricTest(store = TestStore.POSTGRESQL)
class TestClockOnPostgresTest {
    @Test
    void retriesHappenAtTheirMoment(FlowFabric fabric, TestClock clock) {
        var runs = new AtomicInteger();
        fabric.worker("lane")
                .on("try", String.class, (task, text) -> {
                    if (runs.incrementAndGet() < 4) {
                        throw new IllegalStateException("not yet");
                    }
                    return clock.instant().toString();
                })
                .start();
        var execution = fabric.submission("lane", "try")
                .payload("x")
                .retry(Retry.fixed(Duration.ofHours(1)).times(5))
                .submit();

        clock.advance(Duration.ofHours(5));

        assertThat(execution).retried(3).completedWith("2030-01-01T03:00:00Z");
        assertThat(fabric.engine().call(Catalogue.BACKEND_LABEL, NoArguments.NONE))
                .isEqualTo("java-postgres");
    }

    @Test
    @FlowFabricTest
    void methodMayAskForAnotherStore(FlowFabric fabric) {
        assertThat(fabric.engine().call(Catalogue.BACKEND_LABEL, NoArguments.NONE))
                .isEqualTo("java-sqlite");
    }
}

package io.flowfabric.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void runsAtLeastOnce() throws Exception {
        WarmUp.untilCompiled(1, Duration.ZERO).repeat(runs::incrementAndGet);
        assertThat(runs).hasValue(1);
    }

    @Test
    void endsWhenThereIsNoTimeLeftOrNothingToCompile() throws Exception {
        WarmUp.untilCompiled(Integer.MAX_VALUE, Duration.ofSeconds(1)).repeat(runs::incrementAndGet);
        assertThat(runs).hasPositiveValue();
    }
}

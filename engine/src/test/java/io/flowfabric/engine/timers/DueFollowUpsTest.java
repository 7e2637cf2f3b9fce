package io.flowfabric.engine.timers;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.wakeup.Doorbell;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DueFollowUpsTest {
    private static final OptionalLong DUE = OptionalLong.of(1000);

    private final Doorbell doorbell = new Doorbell();
    private final DueFollowUps followUps = new DueFollowUps(doorbell);

    @Test
    void nothingIsDueWithoutFollowUps() {
        assertThat(followUps.nextAt(OptionalLong.empty(), 5000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void dispatcherIsWokenWhenTheTimeHasCome() {
        assertThat(followUps.nextAt(DUE, 900)).isEqualTo(1000);

        followUps.ring(DUE, 1000);

        assertThat(doorbell.position()).isEqualTo(1);
    }

    @Test
    void oneThatStaysDueIsNotAskedForAgainAtOnce() {
        followUps.ring(DUE, 1500);

        assertThat(followUps.nextAt(DUE, 1501)).isEqualTo(31_500);
        assertThat(followUps.nextAt(OptionalLong.of(1200), 1501)).as("another").isEqualTo(1200);
        assertThat(followUps.nextAt(DUE, 1400))
                .as("after a clock that went back")
                .isEqualTo(1000);
    }
}

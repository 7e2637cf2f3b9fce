package io.flowfabric.engine.timers;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.model.id.ExecutionId;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class QuarantineTest {
    private static final ExecutionId SICK = new ExecutionId(0, new UUID(0, 1));
    private static final ExecutionId WELL = new ExecutionId(0, new UUID(0, 2));

    private final Quarantine quarantine = new Quarantine();

    @Test
    void twoFailuresAreForgiven() {
        failTimes(2);

        assertThat(quarantine.held(DueKind.DELAY).contains(SICK)).isFalse();
    }

    @Test
    void theThirdFailureHoldsAnItemBackWhileOthersProceed() {
        failTimes(3);

        assertThat(quarantine.held(DueKind.DELAY).contains(SICK)).isTrue();
        assertThat(quarantine.held(DueKind.DELAY).contains(WELL)).isFalse();
        assertThat(quarantine.held(DueKind.DEADLINE).contains(SICK))
                .as("another kind of due time")
                .isFalse();
    }

    @Test
    void anItemIsHeldBackForTenPassesAndThenTriedAgain() {
        failTimes(3);

        for (int pass = 1; pass <= 10; pass++) {
            quarantine.nextPass();
            assertThat(quarantine.held(DueKind.DELAY).contains(SICK))
                    .as("pass %d", pass)
                    .isTrue();
        }
        quarantine.nextPass();
        assertThat(quarantine.held(DueKind.DELAY).contains(SICK)).isFalse();
    }

    @Test
    void anItemThatNeverFallsDueAgainIsForgotten() {
        failTimes(1);
        for (int pass = 0; pass < 150; pass++) {
            quarantine.nextPass();
        }

        assertThat(quarantine.size()).isZero();
    }

    @Test
    void aSuccessWipesTheSlateClean() {
        failTimes(2);
        quarantine.succeeded(DueKind.DELAY, SICK);
        failTimes(2);

        assertThat(quarantine.held(DueKind.DELAY).contains(SICK)).isFalse();
        quarantine.succeeded(DueKind.DELAY, SICK);
        assertThat(quarantine.size()).isZero();
    }

    @Test
    void afterItsTimeThreeMoreFailuresAreNeeded() {
        failTimes(3);
        for (int pass = 0; pass < 11; pass++) {
            quarantine.nextPass();
        }

        failTimes(2);
        assertThat(quarantine.held(DueKind.DELAY).contains(SICK)).isFalse();
        failTimes(1);
        assertThat(quarantine.held(DueKind.DELAY).contains(SICK)).isTrue();
    }

    private void failTimes(int times) {
        for (int i = 0; i < times; i++) {
            quarantine.nextPass();
            quarantine.failed(DueKind.DELAY, SICK);
        }
    }
}

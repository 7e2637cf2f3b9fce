package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Peal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PealTextTest {
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1_800_000_000_000L, Peal.NO_ALARM})
    void everyPealArrivesAsItWasSent(long alarmAt) {
        for (int bells = 0; bells < 32; bells++) {
            var peal = new Peal(
                    (bells & 1) > 0, (bells & 2) > 0, (bells & 4) > 0, (bells & 8) > 0, (bells & 16) > 0, alarmAt);

            assertThat(PealText.read(PealText.of("somebody", peal), "me")).isEqualTo(peal);
        }
    }

    @Test
    void nobodyIsWokenByThemselves() {
        assertThat(PealText.read(PealText.of("me", Peal.ALL), "me")).isEqualTo(Peal.NONE);
        assertThat(PealText.read("me", "me")).isEqualTo(Peal.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "somebody", "somebody w", "somebody w soon", "somebody w 1 2"})
    void whatCannotBeReadRingsEverything(String text) {
        assertThat(PealText.read(text, "me")).isEqualTo(Peal.ALL);
    }
}

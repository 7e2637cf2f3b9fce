package io.flowfabric.store.postgres.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.engine.store.wakeup.WakeUps;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotifyPayloadTest {
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1_800_000_000_000L, WakeUps.NO_DUE_TIME})
    void wakeUpsArriveAsTheyWereSent(long dueAt) {
        for (var keys : List.of(WakeUpKeys.NONE, WakeUpKeys.ALL, WakeUpKeys.of(7), WakeUpKeys.of(-1, 0, 35, 36))) {
            for (boolean rung : List.of(false, true)) {
                var other = rung ? WakeUpKeys.of(5) : WakeUpKeys.NONE;
                assertArrives(new WakeUps(keys, other, other, rung, other, !rung, dueAt));
                assertArrives(new WakeUps(other, keys, keys, rung, keys, rung, dueAt));
            }
        }
    }

    private static void assertArrives(WakeUps wakeUps) {
        assertThat(NotifyPayload.read(NotifyPayload.of("other", wakeUps), "me")).isEqualTo(wakeUps);
    }

    @Test
    void versionWithoutKeysHearsTheLettersAndIsHeard() {
        var keys = WakeUpKeys.of(IntStream.range(-30, 30).toArray());
        var wakeUps = new WakeUps(keys, keys, WakeUpKeys.NONE, false, keys, false, 9);

        assertThat(NotifyPayload.of("other", wakeUps).split(" ")[1].replaceAll("[^a-z]", ""))
                .as("what it reads")
                .isEqualTo("wec");
        assertThat(NotifyPayload.read("other wetc 9", "me"))
                .isEqualTo(
                        new WakeUps(WakeUpKeys.ALL, WakeUpKeys.ALL, WakeUpKeys.NONE, true, WakeUpKeys.ALL, false, 9));
    }

    @Test
    void lettersOfALaterVersionArePassedOver() {
        assertThat(NotifyPayload.read("other s1,2wAf ", "me").work()).isEqualTo(WakeUpKeys.of(10));
    }

    @Test
    void manyKeysAreSentAsAllOfThemAndTheTextStaysShort() {
        var most = WakeUpKeys.of(IntStream.range(-NotifyPayload.MOST_KEYS, 0).toArray());
        var tooMany = WakeUpKeys.of(IntStream.range(-NotifyPayload.MOST_KEYS, 1).toArray());

        assertThat(NotifyPayload.read(NotifyPayload.of("other", wakeUps(most)), "me"))
                .isEqualTo(wakeUps(most));
        assertThat(NotifyPayload.read(NotifyPayload.of("other", wakeUps(tooMany)), "me"))
                .isEqualTo(wakeUps(WakeUpKeys.ALL));
        assertThat(NotifyPayload.of("other", wakeUps(most))).hasSizeLessThan(4000);
    }

    private static WakeUps wakeUps(WakeUpKeys keys) {
        return new WakeUps(keys, keys, keys, true, keys, true, Long.MIN_VALUE);
    }

    @Test
    void nobodyIsWokenByThemselves() {
        assertThat(NotifyPayload.read(NotifyPayload.of("me", WakeUps.ALL), "me"))
                .isEqualTo(WakeUps.NONE);
        assertThat(NotifyPayload.read("me", "me")).isEqualTo(WakeUps.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "other", "other w", "other w soon", "other w 1 2", "other w! ", "other w1,,2 "})
    void whatCannotBeReadWakesEverything(String text) {
        assertThat(NotifyPayload.read(text, "me")).isEqualTo(WakeUps.ALL);
    }
}

package io.flowfabric.engine.rules.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.LaneWeight;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 08 §10 — how several lanes share a claim. */
class LaneRulesTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1, 256",
        "1 1, 1",
        "1 1 1, 2",
        "3 1, 40",
        "1 1000, 7",
        "1000 1000 1000, 256",
        "5 4 3 2 1, 16",
    })
    void sharesAreWhatTheWeightsSayRoundedUpOrDown(String weights, int limit) {
        var lanes = lanes(weights);
        int whole = lanes.stream().mapToInt(LaneWeight::weight).sum();
        for (long turn : List.of(0L, 1L, 2L, 17L, 1_000_003L, Long.MAX_VALUE)) {
            int[] shares = LaneRules.shares(lanes, limit, turn);

            assertThat(Arrays.stream(shares).sum()).as("turn %d", turn).isEqualTo(limit);
            for (int i = 0; i < shares.length; i++) {
                double due = (double) limit * lanes.get(i).weight() / whole;
                assertThat((double) shares[i])
                        .as("lane %d of %s at turn %d", i, weights, turn)
                        .isBetween(Math.floor(due), Math.ceil(due));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1 1", "3 1", "1 2 3 4", "1 99", "1 1 1 1 1 1 1 1 1 1"})
    void countedClaimsOfOneEachFollowTheWeights(String weights) {
        var lanes = lanes(weights);
        int whole = lanes.stream().mapToInt(LaneWeight::weight).sum();
        int rounds = 20;
        int[] got = new int[lanes.size()];
        for (int turn = 0; turn < rounds * whole; turn++) {
            int[] shares = LaneRules.shares(lanes, 1, turn);
            IntStream.range(0, got.length).forEach(i -> got[i] += shares[i]);
        }
        for (int i = 0; i < got.length; i++) {
            assertThat(got[i])
                    .as("lane %d of %s", i, weights)
                    .isCloseTo(rounds * lanes.get(i).weight(), within(3));
        }
    }

    @Test
    void noLaneWaitsLongForItsTurn() {
        var lanes = lanes("1 ".repeat(100).strip());
        var random = new Random(13);
        for (int i = 0; i < 20; i++) {
            long first = random.nextInt(1_000_000);
            var met = new boolean[100];
            for (long turn = first; turn < first + 300; turn++) {
                int[] shares = LaneRules.shares(lanes, 1, turn);
                IntStream.range(0, 100).filter(lane -> shares[lane] > 0).forEach(lane -> met[lane] = true);
            }
            assertThat(met).as("300 claims from turn %d on", first).doesNotContain(false);
        }
    }

    @Test
    void whatIsInterleavedIsSpreadEvenlyAndKeepsItsOrder() {
        assertThat(LaneRules.interleaved(List.of(List.of("a1", "a2", "a3", "a4"), List.of("b1", "b2"), List.of())))
                .containsExactly("a1", "b1", "a2", "a3", "b2", "a4");
        assertThat(LaneRules.interleaved(List.of(List.of("a1", "a2")))).containsExactly("a1", "a2");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, ''",
        "256, 1000, ''",
        "0, 1, lanes: 0",
        "257, 1, lanes: 257",
        "1, 0, weight of lane lane-0: 0",
        "1, 1001, weight of lane lane-0: 1001",
    })
    void claimIsOfSomeLanesThatEachWeighSomething(int count, int weight, String refused) {
        var lanes = IntStream.range(0, count)
                .mapToObj(i -> new LaneWeight(new LaneId("lane-" + i), weight))
                .toList();

        assertThat(refused(LaneRules.checkLanes(lanes))).isEqualTo(refused);
    }

    @Test
    void claimNamesEachLaneOnce() {
        var lane = new LaneId("main");

        assertThat(refused(LaneRules.checkLanes(List.of(new LaneWeight(lane, 1), new LaneWeight(lane, 2)))))
                .isEqualTo("lanes: main twice");
    }

    @Test
    void turnIsOneThatACallerCanHaveCounted() {
        assertThat(refused(LaneRules.checkTurn(OptionalLong.empty()))).isEmpty();
        assertThat(refused(LaneRules.checkTurn(OptionalLong.of(0)))).isEmpty();
        assertThat(refused(LaneRules.checkTurn(OptionalLong.of(-1)))).isEqualTo("turn: -1");
    }

    private static String refused(Optional<EngineError> refusal) {
        return refusal.map(EngineError::detail).orElse("");
    }

    private static List<LaneWeight> lanes(String weights) {
        var all = weights.split(" ");
        return IntStream.range(0, all.length)
                .mapToObj(i -> new LaneWeight(new LaneId("lane-" + i), Integer.parseInt(all[i])))
                .toList();
    }
}

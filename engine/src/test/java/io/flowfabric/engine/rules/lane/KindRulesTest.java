package io.flowfabric.engine.rules.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindRulesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, ''",
        "64, 0, ''",
        "0, 64, ''",
        "65, 0, kinds: 65",
        "0, 65, kinds: 65",
        "1, 1, only_kinds and except_kinds: both given",
    })
    void claimNamesSomeKindsOrLeavesSomeAlone(int only, int except, String refused) {
        assertThat(KindRules.check(kinds(only), kinds(except))
                        .map(refusal -> refusal.detail())
                        .orElse(""))
                .isEqualTo(refused);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, true", "1, 0, true", "0, 1, false", "2, 0, true", "0, 2, false"})
    void claimServesTheKindsItNamesAndNotThoseItLeavesAlone(int only, int except, boolean served) {
        assertThat(KindRules.serves(kinds(only), kinds(except), "kind-0")).isEqualTo(served);
        assertThat(KindRules.serves(kinds(only), kinds(except), "another")).isEqualTo(only == 0);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, true", "1, 63, true", "1, 64, false", "0, 0, false", "200, 0, true", "201, 0, false"})
    void fewKindsOfShortNamesHaveQueuesOfTheirOwn(int length, int others, boolean own) {
        assertThat(KindRules.hasOwnQueue("k".repeat(length), others)).isEqualTo(own);
    }

    private static Set<String> kinds(int count) {
        return IntStream.range(0, count).mapToObj(i -> "kind-" + i).collect(Collectors.toSet());
    }
}

package io.flowfabric.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class JsonWeightTest {
    @Test
    void textsWeighNothingWhateverStandsInThem() {
        assertThat(weight("\"{[:,\\\"{[:,\\\\\"")).isZero();
        assertThat(weight("\"\\\\\",1")).isEqualTo(weight("2,1")).isPositive();
    }

    @Test
    void everyObjectArrayMemberAndItemWeighsSomething() {
        for (String part : new String[] {"{}", "[]", "\"a\":", ","}) {
            assertThat(weight(part.repeat(3))).isEqualTo(3 * weight(part)).isPositive();
        }
    }

    @Test
    void manySmallObjectsWeighManyTimesTheirBytes() {
        String many = "[" + String.join(",", Collections.nCopies(100_000, "{}")) + "]";

        assertThat(weight(many)).isGreaterThan(30L * many.length());
    }

    @Test
    void brokenJsonHasAWeight() {
        assertThat(weight("{\"a\\")).isEqualTo(weight("{"));
        assertThat(weight("")).isZero();
    }

    private static long weight(String json) {
        return JsonWeight.of(json.getBytes(StandardCharsets.UTF_8));
    }
}

package io.flowfabric.model.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Fnv1aTest {

    @Test
    void emptyTextHashesToTheOffsetBasis() {
        assertThat(Fnv1a.hash("")).isEqualTo(0xCBF29CE484222325L);
    }

    @ParameterizedTest
    @CsvSource({"'gpu,cuda', b21a6dfa", "'cuda,gpu', c952a6c4"})
    void digestVectorsHold(String text, String digest) {
        assertThat(Fnv1a.digest(text)).isEqualTo(digest);
    }

    @ParameterizedTest
    @CsvSource({"worker-a, 256, 253", "worker-a, 0, 0", "worker-a, 1, 0"})
    void offsetVectorsHold(String text, int modulus, int offset) {
        assertThat(Fnv1a.offset(text, modulus)).isEqualTo(offset);
    }
}

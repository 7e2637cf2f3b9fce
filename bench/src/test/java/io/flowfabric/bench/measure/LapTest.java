package io.flowfabric.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LapTest {
    @Test
    void whatSubmittingAndDrainingCostAddsUp() {
        // 1,000 submitted in 1 s and drained in 3 s are 250 per second of both.
        assertThat(new Lap(1000, 1000 / 3.0).total()).isEqualTo(250, Offset.offset(1e-9));
    }
}

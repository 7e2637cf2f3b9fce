package io.flowfabric.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatiosTest {
    @Test
    void everybodyWhoDidTheSameWorkOnTheSameStoreIsCompared() {
        assertThat(Ratios.of(List.of(
                        Samples.rate("S0", "sql", "postgresql", 2000),
                        Samples.rate("S1", "flowfabric", "postgresql", 1000),
                        Samples.rate("S1", "dbos", "postgresql", 250),
                        Samples.rate("S0", "sql", "sqlite", 9000))))
                .containsExactly(
                        "flowfabric on postgresql, 50000 × 256 B: 0.50 × sql",
                        "flowfabric on postgresql, 50000 × 256 B: 4.00 × dbos");
    }
}

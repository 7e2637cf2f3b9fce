package io.flowfabric.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatiosTest {
    @Test
    void everySystemThatDidTheSameWorkOnTheSameStoreIsCompared() {
        assertThat(Ratios.of(List.of(
                        Samples.rate("S0", "sql", "postgresql", 2000),
                        Samples.rate("S1", "flowfabric", "postgresql", 1000),
                        Samples.rate("S1", "dbos", "postgresql", 250),
                        Samples.rate("S0", "sql", "sqlite", 9000))))
                .containsExactly(
                        "flowfabric on postgresql, 50000 × 256 B: 0.50 × sql",
                        "flowfabric on postgresql, 50000 × 256 B: 4.00 × dbos");
    }

    @Test
    void manyLanesAndEnginesAreComparedWithOne() {
        assertThat(Ratios.of(List.of(
                        Samples.waits("S2", "sqlite", 2, 4),
                        Samples.waits("sqlite", 100, 1, 3, 4),
                        Samples.waits("sqlite", 1, 10, 4, 40))))
                .containsExactly(
                        "S2 on sqlite, 100 lanes ÷ one: median 1.50, p99 1.00",
                        "S2 on sqlite, 10 engines ÷ one: median 2.00, p99 10.0");
    }

    @Test
    void majorsAreComparedWithTheFirst() {
        assertThat(Ratios.of(List.of(
                        Samples.rate("S0", "sql", "postgresql 18", 2000),
                        Samples.rate("S0", "sql", "postgresql 14", 1000),
                        Samples.waits("S2", "postgresql 18", 2, 4),
                        Samples.waits("S2", "postgresql 14", 3, 4))))
                .containsExactly(
                        "S0 sql, 50000 × 256 B, postgresql 14 ÷ postgresql 18: rate 0.50",
                        "S2 flowfabric, postgresql 14 ÷ postgresql 18: median 1.50, p99 1.00");
    }
}

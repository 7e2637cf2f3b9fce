package io.flowfabric.engine.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.state.VectorRow;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StandingTest {

    @Test
    void everyRowOfTheTableOfLegalVectorsIsStoodIn() {
        assertThat(Arrays.stream(Standing.values())
                        .map(standing -> standing.given().execution().vector().row()))
                .containsOnly(VectorRow.values());
    }
}

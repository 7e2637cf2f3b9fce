package io.flowfabric.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuartilesTest {
    @Test
    void fiveRunsAreCutAtTheSecondTheThirdAndTheFourth() {
        var quartiles = Quartiles.of(List.of(50.0, 10.0, 40.0, 20.0, 30.0));

        assertThat(quartiles).isEqualTo(new Quartiles(20, 30, 40));
        assertThat(quartiles.spread()).isEqualTo(20.0 / 30);
    }

    @Test
    void betweenTwoRunsTheyLieOnAStraightLine() {
        assertThat(Quartiles.of(List.of(0.0, 100.0))).isEqualTo(new Quartiles(25, 50, 75));
    }

    @Test
    void oneRunHasNoSpread() {
        assertThat(Quartiles.of(List.of(7.0))).isEqualTo(new Quartiles(7, 7, 7));
        assertThat(Quartiles.of(List.of(7.0)).spread()).isZero();
        assertThat(Quartiles.of(List.of(0.0)).spread()).isZero();
    }

    @Test
    void nothingHasNoQuartiles() {
        assertThatThrownBy(() -> Quartiles.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}

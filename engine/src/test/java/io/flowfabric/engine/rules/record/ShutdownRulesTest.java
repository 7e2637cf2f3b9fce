package io.flowfabric.engine.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShutdownRulesTest {

    @ParameterizedTest
    @CsvSource({"-1, false", "0, true", "30000, true", "30001, false"})
    void graceIsAsLongAsOneCallWaits(long graceMs, boolean taken) {
        assertThat(ShutdownRules.checkGrace(graceMs).isEmpty()).isEqualTo(taken);
    }
}

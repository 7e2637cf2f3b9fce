package io.flowfabric.model.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CancelSourceTest {

    @ParameterizedTest
    @CsvSource({
        "operator_override, false",
        "flow_cascade, false",
        "system_timeout, false",
        "lease_holder, true",
        "worker, true",
        "foo, true",
        "Operator_Override, true"
    })
    void onlyTheEnginesOwnSourcesNeedNoFence(String literal, boolean needsFence) {
        CancelSource source = CancelSource.of(literal);
        assertThat(source.needsFence()).isEqualTo(needsFence);
        assertThat(source).hasToString(literal);
    }

    @ParameterizedTest
    @CsvSource({"foo", "operator_overrides"})
    void customSourceIsNoOverride(String literal) {
        assertThat(CancelSource.of(literal)).isNotEqualTo(CancelSource.OPERATOR_OVERRIDE);
    }
}

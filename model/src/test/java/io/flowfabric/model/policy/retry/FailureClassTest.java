package io.flowfabric.model.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureClassTest {

    @ParameterizedTest
    @CsvSource({
        "transient, TRANSIENT, true",
        "permanent, PERMANENT, false",
        "infra_crash, INFRA_CRASH, true",
        "timeout, TIMEOUT, true",
        "cancelled, CANCELLED, false",
        "card_declined, TRANSIENT, true",
        "PERMANENT, TRANSIENT, true",
        "'', TRANSIENT, true",
    })
    void categoryHasItsClass(String category, FailureClass expected, boolean retryable) {
        assertThat(FailureClass.ofCategory(category)).isEqualTo(expected);
        assertThat(expected.isRetryable()).isEqualTo(retryable);
    }
}

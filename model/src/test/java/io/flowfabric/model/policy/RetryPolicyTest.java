package io.flowfabric.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    @ParameterizedTest
    @CsvSource({
        "transient, 0, true",
        "transient, 2, true",
        "transient, 3, false",
        "timeout, 0, true",
        "permanent, 0, false",
        "cancelled, 0, false",
        "card_declined, 0, true",
    })
    void countAndClassDecideWhetherToRetry(String category, int retryCount, boolean allowed) {
        assertThat(RetryPolicy.DEFAULT.allows(category, retryCount)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"timeout, true", "transient, false", "card_declined, false"})
    void namedCategoriesExcludeAllOthers(String category, boolean allowed) {
        var onlyTimeouts = new RetryPolicy(3, ExponentialBackoff.DEFAULT, List.of("timeout", "permanent"));

        assertThat(onlyTimeouts.allows(category, 0)).isEqualTo(allowed);
        assertThat(onlyTimeouts.allows("permanent", 0)).isFalse();
    }
}

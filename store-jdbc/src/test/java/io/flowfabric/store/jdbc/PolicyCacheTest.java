package io.flowfabric.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.policy.ExecutionPolicy;
import org.junit.jupiter.api.Test;

/** What was stored is obeyed, however it was written. */
class PolicyCacheTest {
    @Test
    void policyThatWasTakenBeforeTextWasCheckedIsObeyed() {
        var policy = new PolicyCache().of("{\"priority\":3,\"note\":\"\\ud800\"}");

        assertThat(policy.submission().priority()).isEqualTo(3);
    }

    @Test
    void executionWithoutAPolicyHasNone() {
        assertThat(new PolicyCache().of(null)).isEqualTo(ExecutionPolicy.NONE);
    }
}

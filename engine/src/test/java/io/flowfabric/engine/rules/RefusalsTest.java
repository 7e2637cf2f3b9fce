package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.eligible;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefusalsTest {

    @Test
    void holderOfARevokedLeaseIsToldWhyItWasTaken() {
        assertThat(Refusals.leaseRevoked(eligible().leasedBy("w1").revoked().execution())
                        .message())
                .contains("was revoked: drain.");
    }
}

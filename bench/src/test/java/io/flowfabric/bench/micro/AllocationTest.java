package io.flowfabric.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocationTest {
    @Test
    void wayFromClaimToCompletionAllocatesAFewKilobytes() {
        assertThat(Allocation.perExecution()).isBetween(1L << 10, 12L << 10);
    }
}

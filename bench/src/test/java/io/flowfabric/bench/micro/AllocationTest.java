package io.flowfabric.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocationTest {
    @Test
    void wayFromClaimToCompletionAllocatesAtMostEightKilobytes() {
        assertThat(Allocation.perExecution()).isBetween(256L, 8192L);
    }
}

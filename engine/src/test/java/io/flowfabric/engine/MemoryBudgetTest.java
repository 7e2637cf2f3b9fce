package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget(100);

    @Test
    void whatComesFirstIsTakenWhateverItsSizeAndTheNextIsNot() {
        assertThat(budget.reserve(1000)).isTrue();
        assertThat(budget.reserve(1)).isFalse();
        budget.release(1000);
        assertThat(budget.reserve(60)).isTrue();
        assertThat(budget.reserve(41)).isFalse();
        assertThat(budget.reserve(40)).isTrue();
    }

    @Test
    void reservationGrowsIfThereIsRoomOrNoOther() {
        budget.reserve(60);
        assertThat(budget.replace(60, 1000)).as("alone").isTrue();
        assertThat(budget.replace(1000, 60)).isTrue();
        budget.reserve(30);
        assertThat(budget.replace(60, 71)).isFalse();
        assertThat(budget.replace(60, 70)).isTrue();
        assertThat(budget.reserve(1))
                .as("what was not replaced has changed nothing")
                .isFalse();
        budget.release(70);
        assertThat(budget.reserve(70)).isTrue();
    }
}

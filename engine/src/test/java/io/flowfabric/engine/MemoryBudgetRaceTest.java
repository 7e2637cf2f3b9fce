package io.flowfabric.engine;

import static io.flowfabric.engine.Schedules.check;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryBudgetRaceTest {
    private static final long MOST = 5;
    private static final long OVER_HALF = 3;

    @Test
    void oneOfTwoWhoDoNotFitTogetherIsRefused() {
        Schedules.explore(() -> {
            var budget = new MemoryBudget(MOST);
            var granted = new AtomicInteger();

            Schedules.atOnce(() -> reserve(budget, granted), () -> reserve(budget, granted));

            check(granted.get() == 1, "one of two is granted");
        });
    }

    @Test
    void whatIsReleasedIsAvailableAgainDespiteConcurrentReservations() {
        Schedules.explore(() -> {
            var budget = new MemoryBudget(MOST);
            budget.reserve(OVER_HALF);

            Schedules.atOnce(() -> budget.release(OVER_HALF), () -> {
                if (budget.reserve(1)) {
                    budget.release(1);
                }
            });

            check(budget.reserve(MOST), "all of it is there again");
            check(!budget.reserve(1), "there is no more than before");
        });
    }

    private static void reserve(MemoryBudget budget, AtomicInteger granted) {
        granted.addAndGet(budget.reserve(OVER_HALF) ? 1 : 0);
    }
}

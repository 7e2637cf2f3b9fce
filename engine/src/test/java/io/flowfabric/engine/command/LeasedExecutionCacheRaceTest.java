package io.flowfabric.engine.command;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.model.execution.Execution;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Executions cached by threads that end their transactions at the same time, under many schedules. */
class LeasedExecutionCacheRaceTest {
    private static final Given CLAIMED = Given.eligible().leasedBy("w");
    private static final Change.OfExecution FIRST = renewed(CLAIMED.execution());
    private static final Change.OfExecution SECOND = renewed(FIRST.after());
    private static final Change.OfExecution THIRD = renewed(SECOND.after());

    private static Change.OfExecution renewed(Execution execution) {
        return (Change.OfExecution) LeaseRules.renew(execution, CLAIMED.fence(), 0, Given.TTL, CLAIMED.now())
                .changes()
                .get(0);
    }

    @Test
    void noCopyIsOlderThanOneThatWasKeptBefore() {
        Schedules.explore(() -> {
            var cache = new LeasedExecutionCache();

            Schedules.atOnce(
                    () -> {
                        keep(cache, FIRST);
                        checkAtLeast(FIRST, cache);
                        keep(cache, THIRD);
                        checkAtLeast(THIRD, cache);
                    },
                    () -> {
                        keep(cache, SECOND);
                        checkAtLeast(SECOND, cache);
                    });

            checkAtLeast(THIRD, cache);
        });
    }

    private static void keep(LeasedExecutionCache cache, Change.OfExecution change) {
        cache.keep(CLAIMED.loaded(), change);
    }

    private static void checkAtLeast(Change.OfExecution kept, LeasedExecutionCache cache) {
        Optional<Loaded> copy = cache.of(Given.ID);
        check(
                copy.isPresent()
                        && copy.get().execution().version() >= kept.after().version(),
                "a cached execution is as new as what was kept before");
    }
}

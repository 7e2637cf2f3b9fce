package io.flowfabric.engine.ops;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.execution.Execution;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Copies kept by threads that end their transactions at the same time, under many schedules. */
class CopiesRaceTest {
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
            var copies = new Copies();

            Schedules.atOnce(
                    () -> {
                        keep(copies, FIRST);
                        checkAtLeast(FIRST, copies);
                        keep(copies, THIRD);
                        checkAtLeast(THIRD, copies);
                    },
                    () -> {
                        keep(copies, SECOND);
                        checkAtLeast(SECOND, copies);
                    });

            checkAtLeast(THIRD, copies);
        });
    }

    private static void keep(Copies copies, Change.OfExecution change) {
        copies.keep(CLAIMED.loaded(), change);
    }

    private static void checkAtLeast(Change.OfExecution kept, Copies copies) {
        Optional<Loaded> copy = copies.of(Given.ID);
        check(
                copy.isPresent()
                        && copy.get().execution().version() >= kept.after().version(),
                "a copy is as new as what was kept before");
    }
}

package io.flowfabric.engine.ops;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.AwaitResultOutcome.Ended;
import io.flowfabric.model.op.AwaitResultOutcome.Pending;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** One look for all who wait for ends, under many schedules. */
class EndWatchRaceTest {
    private static final ExecutionId ONE = new ExecutionId(1, new UUID(0, 1));
    private static final ExecutionId OTHER = new ExecutionId(1, new UUID(0, 2));
    private static final Ended ENDED =
            new Ended(PublicState.COMPLETED, Optional.empty(), Optional.empty(), Optional.empty());

    /** Executions, some of which have ended. */
    private static final class Ends {
        private final Doorbell bell = new Doorbell();
        private final Patience patience = new Patience(Duration.ofHours(1), new LooksAtOnce());
        private final Set<ExecutionId> over = ConcurrentHashMap.newKeySet();
        private final EndWatch watch = patience.ends(bell, this::settled);

        private Set<ExecutionId> settled(Collection<ExecutionId> ids) {
            var settled = new HashSet<>(ids);
            settled.retainAll(over);
            return settled;
        }

        void await(ExecutionId id) {
            AwaitResultOutcome outcome =
                    patience.await(new EndVigil(watch, id, 30_000, () -> over.contains(id) ? ENDED : new Pending()));
            check(outcome == ENDED, "the end is the answer");
        }

        void end(ExecutionId id) {
            over.add(id);
            bell.ring();
        }
    }

    @Test
    void whatAnotherHasSeenIsEnoughOnlyIfItWasLookedForOneselfToo() {
        Schedules.explore(() -> {
            var ends = new Ends();

            Schedules.atOnce(() -> ends.await(ONE), () -> ends.await(OTHER), () -> {
                ends.end(ONE);
                ends.end(OTHER);
            });
        });
    }
}

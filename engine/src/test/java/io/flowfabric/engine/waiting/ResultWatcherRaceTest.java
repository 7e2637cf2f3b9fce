package io.flowfabric.engine.waiting;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultOutcome.Ended;
import io.flowfabric.model.op.submit.AwaitResultOutcome.Pending;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** One poll for all calls that wait for results, under many schedules. */
class ResultWatcherRaceTest {
    private static final ExecutionId ONE = new ExecutionId(1, new UUID(0, 1));
    private static final ExecutionId OTHER = new ExecutionId(1, new UUID(0, 2));
    private static final Ended ENDED =
            new Ended(PublicState.COMPLETED, Optional.empty(), Optional.empty(), Optional.empty());

    /** Executions, some of which have ended. */
    private static final class Ends {
        private final Doorbell doorbell = new Doorbell();
        private final LongPolls longPolls =
                new LongPolls(new FallbackPoll(Duration.ofHours(1), () -> {}), new LooksAtOnce());
        private final Set<ExecutionId> over = ConcurrentHashMap.newKeySet();
        private final ResultWatcher watch = longPolls.ends(doorbell, this::settled);

        private Set<ExecutionId> settled(Collection<ExecutionId> ids) {
            var settled = new HashSet<>(ids);
            settled.retainAll(over);
            return settled;
        }

        void await(ExecutionId id) {
            AwaitResultOutcome outcome = longPolls.await(
                    new ResultLongPoll(watch, id, 30_000, () -> over.contains(id) ? ENDED : new Pending()));
            check(outcome == ENDED, "the end is the answer");
        }

        void end(ExecutionId id) {
            over.add(id);
            doorbell.ring(WakeUpKeys.of(WakeUpKey.hashOf(id)));
        }

        /** As another process that does not tell which. */
        void endSome(ExecutionId id) {
            over.add(id);
            doorbell.ring();
        }
    }

    @Test
    void sharedPollSufficesOnlyIfItCoveredTheCall() {
        Schedules.explore(() -> {
            var ends = new Ends();

            Schedules.atOnce(() -> ends.await(ONE), () -> ends.await(OTHER), () -> {
                ends.endSome(ONE);
                ends.endSome(OTHER);
            });
        });
    }

    @Test
    void endWakesWhatWaitsForIt() {
        Schedules.explore(() -> {
            var ends = new Ends();

            Schedules.atOnce(() -> ends.await(ONE), () -> ends.await(OTHER), () -> {
                ends.end(ONE);
                ends.end(OTHER);
            });

            check(!ends.doorbell.isAwaited(), "nothing is registered any more");
        });
    }

    @Test
    void endsWithAndWithoutKeysDoNotHideEachOther() {
        Schedules.explore(() -> {
            var ends = new Ends();

            Schedules.atOnce(
                    () -> ends.await(ONE), () -> ends.await(OTHER), () -> ends.end(ONE), () -> ends.endSome(OTHER));
        });
    }
}

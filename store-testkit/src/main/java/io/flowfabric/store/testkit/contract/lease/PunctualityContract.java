package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.timers.ReclaimSettings;
import io.flowfabric.engine.timers.Sleep;
import io.flowfabric.engine.timers.TimerConfig;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import io.flowfabric.store.testkit.fixture.SleptTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The timers on an idle store: what is due is done at its moment, because they sleep until exactly then. */
public abstract class PunctualityContract extends ContractSuite {
    private static final long LONGEST_SLEEP_MS = 30_000;

    /**
     * Shorter than the longest sleep, and than the fallback poll of any store, so that only a wake-up can be in time.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(9);

    private static final long[] DELAYS_MS = {1, 7, 1000, 1001, 50_000};
    private static final long TIMEOUT_MS = 500;
    private static final long DEADLINE_MS = 2000;

    @Test
    public void everyDueTimeIsActedOnAtItsVeryMoment() throws Exception {
        var leased = create();
        claimOne("w1");
        var timed = create(
                execution().policyJson("{\"timeout_policy\":{\"attempt_timeout_ms\":%d}}".formatted(TIMEOUT_MS)));
        claimOne("w2");
        var mortal = create(execution().deadlineAt(START + DEADLINE_MS));
        var delayed = new HashMap<ExecutionId, Long>();
        for (long delay : DELAYS_MS) {
            delayed.put(create(execution().delayUntil(START + delay)), START + delay);
        }

        var sleeps = sleepUntil(50_000);

        assertThat(delayed)
                .allSatisfy((id, due) ->
                        assertThat(describe(id).timing().lastTransitionAt()).isEqualTo(due));
        assertThat(timesOf(PunctualityContract::isExpiry)).containsEntry(leased, START + TTL_MS);
        assertThat(timesOf(CompletionEvent.class::isInstance))
                .isEqualTo(Map.of(timed, START + TIMEOUT_MS, mortal, START + DEADLINE_MS));
        assertThat(sleeps)
                .as("from one due time to the next, a query every 30 s on the way, two for expiries stored late")
                .isEqualTo(sleepsBetween(TIMEOUT_MS, DEADLINE_MS, TTL_MS, TTL_MS + 5000, TTL_MS + 10_000));
    }

    @Test
    public void claimersAreWokenAtTheVeryMomentAGrantHasEnded() throws Exception {
        engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(create(), "w1"));
        long before = store.doorbells().work().position();

        assertThat(sleepUntil(SampleRequests.GRANT_TTL_MS + 1)).containsExactly(SampleRequests.GRANT_TTL_MS + 1);
        assertThat(store.doorbells().work().position()).isGreaterThan(before);
    }

    @Test
    public void dueTimeThatIsSetMeanwhileWakesThem() throws Exception {
        var asleep = new CountDownLatch(1);
        Sleep noted = (wakeUp, next, wait) -> {
            asleep.countDown();
            Sleep.REAL.until(wakeUp, next, wait);
        };
        try (var timers = timers(noted)) {
            timers.start();
            assertThat(asleep.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            var id = create(execution().delayUntil(START + 1));
            advance(1);
            var timeout = Deadline.in(TIMEOUT);
            while (describe(id).publicState() == PublicState.DELAYED && !timeout.hasPassed()) {
                Thread.onSpinWait();
            }
            assertThat(describe(id).publicState()).isEqualTo(PublicState.WAITING);
        }
    }

    /** Lets the timers sleep until so many milliseconds are over; answers how long they slept each time. */
    private List<Long> sleepUntil(long endMs) throws InterruptedException {
        var time = new SleptTime(clock, START + endMs);
        try (var timers = timers(time)) {
            timers.start();
            return time.awaitEnd();
        }
    }

    private Timers timers(Sleep sleep) {
        return new Timers(
                store,
                engine,
                new ReclaimSettings(Duration.ZERO, ids -> Set.of()),
                settings().retention(),
                TimerConfig.of(store, engine).withSleep(sleep));
    }

    /** What is left to sleep between the due moments, in pieces of the longest sleep. */
    private static List<Long> sleepsBetween(long... dueTimesMs) {
        var sleeps = new ArrayList<Long>();
        long now = 0;
        for (long due : LongStream.concat(LongStream.of(DELAYS_MS), LongStream.of(dueTimesMs))
                .sorted()
                .toArray()) {
            while (now < due) {
                long sleep = Math.min(due - now, LONGEST_SLEEP_MS);
                sleeps.add(sleep);
                now += sleep;
            }
        }
        return sleeps;
    }

    private static boolean isExpiry(Event event) {
        return event instanceof LeaseEvent lease && lease.type() == LeaseEventType.EXPIRED;
    }

    private Map<ExecutionId, Long> timesOf(Predicate<Event> kind) {
        var times = new HashMap<ExecutionId, Long>();
        for (var event : events()) {
            if (kind.test(event)) {
                times.put(((ExecutionEvent) event).subject().executionId(), event.occurredAt());
            }
        }
        return times;
    }
}

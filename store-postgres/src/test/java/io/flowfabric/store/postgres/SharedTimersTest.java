package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.ManualClock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timers of two engines share what is due, and wait neither for each other nor for a foreign transaction. */
@Timeout(25)
class SharedTimersTest {
    /** What the timers take at once. */
    private static final int BATCH = 256;

    private static final long START = 1_800_000_000_000L;
    private static final Duration DELAY = Duration.ofMillis(1);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final EngineSettings SETTINGS =
            EngineSettings.DEFAULT.withTimers(false).withRetention(Duration.ofMinutes(1));

    private final String address = TestPostgres.freshAddress();
    private final ManualClock clock = new ManualClock(START);
    private final PausingStore pausing = PausingStore.on(open());
    private final Client first = Client.of(pausing, SETTINGS);
    private final Client second = Client.of(open(), SETTINGS);

    private Store open() {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT.withClock(clock));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void whatOneHasTakenTheOtherLeavesAlone() throws Exception {
        int left = 44;
        var ids = second.createAll(delayed(), BATCH + left);
        long version = second.find(ids.get(0)).orElseThrow().version();
        clock.advance(DELAY);
        var underWay = pausing.pauseNext();
        var pass = CompletableFuture.runAsync(first.engine()::runTimers);
        // The first transaction of a pass marks expired leases, and there are none.
        underWay.awaitReached();
        var promoting = pausing.pauseNext();
        underWay.end();
        promoting.awaitReached();

        second.engine().runTimers();

        assertThat(in(PublicState.WAITING, ids)).as("promoted by the second").isEqualTo(left);
        promoting.end();
        pass.get(20, TimeUnit.SECONDS);
        assertThat(ids)
                .allSatisfy(id -> assertThat(second.find(id))
                        .hasValueSatisfying(
                                e -> assertThat(e.version()).as("changed once").isEqualTo(version + 1)));
    }

    @Test
    void rowOfAForeignTransactionHoldsUpNothingElse() throws Exception {
        var ids = second.createAll(delayed(), 3);
        clock.advance(DELAY);
        try (var foreign = ForeignTransaction.holding(address, ids.get(0))) {
            second.engine().runTimers();
            assertThat(in(PublicState.WAITING, ids)).isEqualTo(2);
            foreign.rollback();
        }
        second.engine().runTimers();
        assertThat(in(PublicState.WAITING, ids)).isEqualTo(3);
    }

    @Test
    void offeringAReclaimableLeaseLocksNothing() throws Exception {
        var id = reclaimable(second.create());
        try (var foreign = ForeignTransaction.holding(address, id)) {
            long before = second.store().doorbells().work().position();
            second.engine().runTimers();
            assertThat(second.store().doorbells().work().position()).isGreaterThan(before);
            foreign.rollback();
        }
    }

    @Test
    void executionAtItsReclaimCapEndsOnceAndHoldsUpNothing() throws Exception {
        var id = reclaimable(second.create(Client.submission().policyJson("{\"max_reclaim_count\":0}")));
        try (var foreign = ForeignTransaction.holding(address, id)) {
            second.engine().runTimers();
            assertThat(in(PublicState.ACTIVE, List.of(id))).isEqualTo(1);
            foreign.rollback();
        }
        second.engine().runTimers();
        first.engine().runTimers();
        assertThat(in(PublicState.FAILED, List.of(id))).isEqualTo(1);
        assertThat(second.events())
                .filteredOn(CompletionEvent.class::isInstance)
                .hasSize(1);
    }

    @Test
    void retentionLeavesToOthersWhatTheyArePurging() throws Exception {
        var ids = second.create(3);
        ids.forEach(id ->
                second.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed")));
        clock.advance(SETTINGS.retention());
        try (var foreign = ForeignTransaction.holding(address, ids.get(1))) {
            second.engine().runTimers();
            assertThat(second.ids()).containsExactly(ids.get(1));
            foreign.rollback();
        }
        first.engine().runTimers();
        assertThat(second.ids()).isEmpty();
    }

    @Test
    void retentionOfTwoEnginesSharesWhatIsDueAndPurgesEachOnce() throws Exception {
        int inOneSet = 100;
        int left = 20;
        second.createAll(Client.submission(), inOneSet + left)
                .forEach(id -> second.engine()
                        .call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed")));
        clock.advance(SETTINGS.retention());
        var oneSet = TrimRetention.all(SETTINGS.retention().toMillis(), inOneSet);
        var purging = pausing.pauseNext();
        var byFirst = CompletableFuture.supplyAsync(() -> first.engine().call(Catalogue.TRIM_RETENTION, oneSet));
        purging.awaitReached();

        assertThat(second.engine().call(Catalogue.TRIM_RETENTION, oneSet))
                .as("what the first does not hold")
                .isEqualTo(left);
        assertThat(second.ids()).as("not committed").hasSize(inOneSet);
        purging.end();
        assertThat(byFirst.get(20, TimeUnit.SECONDS)).isEqualTo(inOneSet);
        assertThat(second.ids()).isEmpty();
        assertThat(second.engine().call(Catalogue.TRIM_RETENTION, oneSet)).isZero();
    }

    private static CreateExecutionBuilder delayed() {
        return Client.submission().delayUntil(START + DELAY.toMillis());
    }

    /** A lease that was lost and marked. */
    private ExecutionId reclaimable(ExecutionId id) {
        second.claim(new WorkerInstanceId("w1-1"), 1, LEASE, Duration.ZERO);
        clock.advance(LEASE);
        second.engine().call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id));
        return id;
    }

    private long in(PublicState state, Collection<ExecutionId> ids) {
        return ids.stream()
                .filter(id -> second.find(id).orElseThrow().publicState() == state)
                .count();
    }
}

package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.postgres.PriorityChange;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where events may go behind one that is not there yet. */
@Timeout(120)
class GapTest extends ContractSuite {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }

    @Test
    void outboxIsNotTrimmedPastAnEventThatIsStillOnItsWay() throws Exception {
        var changed = create();
        var appended = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var late = store.write(1, Deadline.in(Duration.ofMinutes(1)), tx -> {
            int events = PriorityChange.of(Set.of(changed)).run(tx);
            ((PostgresWriteTx) tx).sendEvents();
            tx.lanes().queuesOf(LANE); // has the server draw the numbers
            appended.countDown();
            awaitUninterruptibly(release);
            return events;
        });
        appended.await();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(), "no longer needed"));
        trim();

        var before = page();
        assertThat(before.gap()).isFalse();
        assertThat(before.cursor()).isEqualTo(EventCursor.START);

        release.countDown();
        late.get();
        var after = page();
        assertThat(after.events()).hasSize(2);
        assertThat(after.gap()).isFalse();

        trim();
        var trimmed = page();
        assertThat(trimmed.events()).as("of the execution that is kept").hasSize(1);
        assertThat(trimmed.gap()).isTrue();
        assertThat(trimmed.cursor()).as("behind what is gone").isEqualTo(after.cursor());
    }

    private void trim() {
        advance(RetentionRules.outlivedAfter(0));
        engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, 10));
    }

    private EventPage page() {
        return engine.call(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(Set.of(), EventCursor.START, ScannerFilter.NONE, 10, 0));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

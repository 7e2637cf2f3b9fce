package io.flowfabric.store.postgres.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.faults.Aim.Direction;
import io.flowfabric.store.postgres.faults.Aim.Fault;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * An engine that is stopped after the server knows its announcement and before it knows of its COMMIT holds the subscribers of
 * other engines up no longer than a call of theirs or its own has time. From PostgreSQL 17 on the server ends its session, before that the
 * other engines do. A proxy freezes the connection at each of the last messages of a call in turn, the
 * process is stopped, and the server is asked whether it holds an announcement. Subscribers poll again after an hour.
 */
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class StoppedEngineTest {
    /** What bounds the silence from PostgreSQL 17 on, together with the second that the server adds. */
    private static final Duration CALL = Duration.ofMillis(500);

    /** What bounds the silence before PostgreSQL 17. The calls of the test itself have as long, on a machine that is busy. */
    private static final Duration SUBSCRIBERS_CALL = Duration.ofSeconds(10);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** Shorter than the wait of a subscriber: at its end it polls by itself. */
    private static final Duration IN_TIME = Duration.ofSeconds(20);

    /** The driver and the server have seen every statement by then, so that each call sends the same messages. */
    private static final int CALLS_AT_FIRST = 12;

    /** More than a call and the wake-ups after it send behind the announcement. */
    private static final int MOST_MESSAGES = 60;

    /** At how many messages that leave an announcement behind subscribers are checked. */
    private static final int HELD = LongRuns.rounds(Integer.MAX_VALUE, 1);

    private final String address = TestPostgres.freshAddress();
    private FrameProxy proxy;
    private Client client;
    private ChildJvm stopped;

    @BeforeEach
    void open() throws Exception {
        client = Client.open(address, EngineSettings.DEFAULT.withTimers(false).withCallTimeout(SUBSCRIBERS_CALL));
        proxy = FrameProxy.inFrontOf(address);
        stopped = ChildJvm.start(OneCallProcess.class, proxy.address(address), client.create(), CALL.toMillis());
        stopped.hear(OneCallProcess.READY);
        for (int i = 0; i < CALLS_AT_FIRST; i++) {
            stopped.say("");
            stopped.hear(OneCallProcess.DONE);
        }
    }

    @AfterEach
    void close() throws Exception {
        if (stopped != null) {
            stopped.close();
            proxy.close();
            client.close();
        }
    }

    @Test
    void engineStoppedBetweenItsAnnouncementAndItsCommitHoldsNoSubscriberUp() throws Exception {
        int held = 0;
        for (int fromTheEnd = 0; fromTheEnd < MOST_MESSAGES && held < HELD; fromTheEnd++) {
            int message = messagesOfACall() - fromTheEnd;
            if (message < 1 || !isStoppedAt(message)) {
                continue;
            }
            if (TestPostgres.isAnnounced(address)) {
                assertSubscriberIsServed();
                held++;
            }
            proxy.cutFrozen();
            stopped.goOn();
            stopped.hear(OneCallProcess.DONE);
        }
        assertThat(held).as("messages behind the announcement").isPositive();
    }

    /** How many messages the process sends for a call. */
    private int messagesOfACall() throws IOException {
        proxy.arm(new Aim(Direction.TO_SERVER, Integer.MAX_VALUE, Fault.FREEZE));
        stopped.say("");
        stopped.hear(OneCallProcess.DONE);
        proxy.disarm();
        return proxy.passed();
    }

    /** Lets the process make a call and stops it where it sends a message; false when the call has ended before. */
    private boolean isStoppedAt(int message) throws Exception {
        proxy.arm(new Aim(Direction.TO_SERVER, message, Fault.FREEZE));
        stopped.say("");
        while (!proxy.hasFired() && !stopped.output().ready()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        proxy.disarm();
        if (!proxy.hasFired()) {
            stopped.hear(OneCallProcess.DONE);
            return false;
        }
        stopped.stop();
        return true;
    }

    /** Something happens elsewhere while the engine is stopped; a subscriber that waits for it hears of it. */
    private void assertSubscriberIsServed() throws Exception {
        var id = client.create();
        var now = client.engine().call(Catalogue.SUBSCRIBE_EVENTS, events(EventCursor.FROM_NOW, Duration.ZERO));
        var page = client.engine().callAsync(Catalogue.SUBSCRIBE_EVENTS, events(now.cursor(), LONGEST_WAIT));
        client.changePriority(id, 1);
        assertThat(page.isDone()).as("behind the announcement").isFalse();
        assertThat(page.get(IN_TIME.toSeconds(), TimeUnit.SECONDS)).satisfies(heard -> assertReports(heard, id));
    }

    private static void assertReports(EventPage page, ExecutionId id) {
        assertThat(page.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        EventItem.Delivered.class,
                        item -> assertThat(((ExecutionEvent) item.event())
                                        .subject()
                                        .executionId())
                                .isEqualTo(id));
    }

    private static SubscribeEvents events(EventCursor cursor, Duration wait) {
        return new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, 10, wait.toMillis());
    }
}

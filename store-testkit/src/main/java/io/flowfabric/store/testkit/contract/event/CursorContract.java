package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.UndeliveredAnswers;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorLease;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Held;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.AdvanceCursorOutcome;
import io.flowfabric.model.op.cursor.CursorPage;
import io.flowfabric.model.op.cursor.DeleteCursor;
import io.flowfabric.model.op.cursor.DeleteCursorOutcome;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Named cursors on a store: one subscriber at a time, and a position that is not lost. */
@Covers({"acquire_cursor", "advance_cursor", "release_cursor", "list_cursors", "delete_cursor"})
@Timeout(120)
public abstract class CursorContract extends ContractSuite {
    private static final CursorName BILLING = new CursorName("billing");
    private static final Namespace BANK = new Namespace("bank");
    private static final SubscriberId FIRST = new SubscriberId("first");
    private static final SubscriberId SECOND = new SubscriberId("second");

    @Test
    public void newNameBeginsAtThePresentOrAtTheOldestEvent() {
        happen(3);

        assertThat(acquired(FIRST, EventCursor.FROM_NOW)).isEqualTo(new Acquired(newest(), 1, START + TTL_MS));
        assertThat(acquire(new CursorName("audit"), FIRST, EventCursor.START, 0))
                .isEqualTo(new Acquired(EventCursor.START, 1, START + TTL_MS));
    }

    @Test
    public void knownNameGoesOnWhereItStands() {
        happen(3);
        var held = acquired(FIRST, EventCursor.START);
        advance(FIRST, held.epoch(), place(2));
        release(FIRST, held.epoch(), place(2));

        assertThat(acquired(SECOND, EventCursor.FROM_NOW).position()).isEqualTo(place(2));
    }

    @Test
    public void placeOutsideTheOutboxIsRefused() {
        happen(1);

        assertRefused(ErrorCode.INVALID_INPUT, () -> acquired(FIRST, place(7000)));
        assertRefused(
                ErrorCode.INVALID_INPUT, () -> acquired(FIRST, EventCursor.ofPair(new EventCursor.Position(1, 1))));
        assertThat(list(Optional.empty(), Optional.empty(), 10)).isEqualTo(CursorPage.EMPTY);
    }

    @Test
    public void heldCursorIsNotGivenToAnotherBeforeItsLeaseEnds() {
        acquired(FIRST, EventCursor.START);
        advance(TTL_MS - 1);
        assertThat(acquire(BILLING, SECOND, EventCursor.START, 0)).isEqualTo(new Held(FIRST, START + TTL_MS));

        advance(1);
        assertThat(acquired(SECOND, EventCursor.START).epoch()).isEqualTo(2);
    }

    @Test
    public void cursorOfWhichItsHolderNeverHearsIsTakenBack() {
        happen(3);
        var request = new AcquireCursor(SHOP, BILLING, FIRST, place(2), TTL_MS, 0);

        UndeliveredAnswers.begin(engine, request, engine.call(Catalogue.ACQUIRE_CURSOR, request))
                .join();

        assertThat(acquired(SECOND, EventCursor.START)).isEqualTo(new Acquired(place(2), 2, START + TTL_MS));
    }

    @Test
    public void holderThatAsksAgainIsGivenTheSameEpoch() {
        var first = acquired(FIRST, EventCursor.START);
        advance(1000);

        assertThat(acquired(FIRST, EventCursor.START))
                .isEqualTo(new Acquired(EventCursor.START, first.epoch(), START + 1000 + TTL_MS));
    }

    @Test
    public void advanceStoresThePositionAndRenewsTheLease() {
        happen(2);
        acquired(FIRST, EventCursor.START);
        advance(1000);

        assertThat(advance(FIRST, 1, place(2))).isEqualTo(new AdvanceCursorOutcome(START + 1000 + TTL_MS));
        assertThat(list(Optional.empty(), Optional.empty(), 10).entries())
                .containsExactly(new NamedCursor(
                        new CursorKey(SHOP, BILLING),
                        place(2),
                        1,
                        Optional.of(new CursorLease(FIRST, START + 1000 + TTL_MS)),
                        START + 1000));
    }

    @Test
    public void staleHolderStoresNothing() {
        happen(3);
        acquired(FIRST, EventCursor.START);
        advance(TTL_MS);
        acquired(SECOND, EventCursor.START);

        assertRefused(ErrorCode.STALE_LEASE, () -> advance(FIRST, 1, place(3)));
        assertRefused(ErrorCode.STALE_LEASE, () -> advance(FIRST, 2, place(3)));
        assertRefused(ErrorCode.STALE_LEASE, () -> release(FIRST, 1, place(3)));
        assertThat(position()).isEqualTo(EventCursor.START);
        assertThat(acquire(BILLING, FIRST, EventCursor.START, 0)).isInstanceOf(Held.class);
    }

    @Test
    public void holderWhoseLeaseEndedMayStillStoreUntilAnotherAcquires() {
        happen(1);
        acquired(FIRST, EventCursor.START);
        advance(2 * TTL_MS);

        advance(FIRST, 1, place(1));
        assertThat(acquire(BILLING, SECOND, EventCursor.START, 0)).isEqualTo(new Held(FIRST, START + 3 * TTL_MS));
    }

    @Test
    public void cursorNeverGoesBack() {
        happen(2);
        acquired(FIRST, EventCursor.START);
        advance(FIRST, 1, place(2));

        assertRefused(ErrorCode.INVALID_INPUT, () -> advance(FIRST, 1, place(1)));
        assertRefused(ErrorCode.INVALID_INPUT, () -> release(FIRST, 1, place(1)));
        assertRefused(ErrorCode.INVALID_INPUT, () -> advance(FIRST, 1, EventCursor.FROM_NOW));
        assertThat(position()).isEqualTo(place(2));
    }

    @Test
    public void releaseStoresThePositionAndCanBeRepeated() {
        happen(2);
        acquired(FIRST, EventCursor.START);

        release(FIRST, 1, place(2));
        release(FIRST, 1, place(2));
        assertRefused(ErrorCode.STALE_LEASE, () -> advance(FIRST, 1, place(2)));

        assertThat(acquired(SECOND, EventCursor.START)).isEqualTo(new Acquired(place(2), 2, START + TTL_MS));
        assertRefused(ErrorCode.STALE_LEASE, () -> release(FIRST, 1, place(2)));
    }

    @Test
    public void waitingCallIsWokenByTheRelease() throws InterruptedException {
        acquired(FIRST, EventCursor.START);
        var waiting = parked(
                Catalogue.ACQUIRE_CURSOR,
                new AcquireCursor(SHOP, BILLING, SECOND, EventCursor.START, TTL_MS, LONGEST_WAIT_MS));

        release(FIRST, 1, EventCursor.START);

        assertThat(woken(waiting)).isEqualTo(new Acquired(EventCursor.START, 2, START + TTL_MS));
    }

    @Test
    public void deletedCursorIsLostToItsHolderAndNewToTheNext() {
        happen(2);
        acquired(FIRST, EventCursor.START);
        advance(FIRST, 1, place(1));

        assertThat(delete()).isEqualTo(new DeleteCursorOutcome.Deleted());
        assertThat(delete()).isEqualTo(new DeleteCursorOutcome.NotFound());
        assertRefused(ErrorCode.STALE_LEASE, () -> advance(FIRST, 1, place(2)));
        assertThat(acquired(SECOND, EventCursor.FROM_NOW).position()).isEqualTo(newest());
    }

    @Test
    public void ofManyWhoCreateACursorTogetherOneHoldsIt() throws Exception {
        int many = 8;
        var barrier = new CyclicBarrier(many);
        var threads = Executors.newFixedThreadPool(many);
        try {
            for (int round = 0; round < 20; round++) {
                var name = new CursorName("round-" + round);
                var answers = new ArrayList<Future<AcquireCursorOutcome>>();
                for (int i = 0; i < many; i++) {
                    var subscriber = new SubscriberId("s" + i);
                    answers.add(threads.submit(() -> {
                        barrier.await();
                        return acquire(name, subscriber, EventCursor.START, 0);
                    }));
                }
                var holders = new HashSet<AcquireCursorOutcome>();
                int acquired = 0;
                for (var answer : answers) {
                    if (answer.get() instanceof Acquired) {
                        acquired++;
                    } else {
                        holders.add(answer.get());
                    }
                }
                assertThat(acquired).as("subscribers that were given %s", name).isOne();
                assertThat(holders).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    public void clockThatStepsBackDoesNotShortenALease() {
        acquired(FIRST, EventCursor.START);
        advance(-1000);

        assertThat(advance(FIRST, 1, EventCursor.START)).isEqualTo(new AdvanceCursorOutcome(START + TTL_MS));
    }

    @Test
    public void leaseWithoutDurationAndWaitWithoutEndAreRefused() {
        assertRefused(
                ErrorCode.INVALID_INPUT,
                () -> engine.call(
                        Catalogue.ACQUIRE_CURSOR, new AcquireCursor(SHOP, BILLING, FIRST, EventCursor.START, 0, 0)));
        assertRefused(ErrorCode.INVALID_INPUT, () -> acquire(BILLING, FIRST, EventCursor.START, LONGEST_WAIT_MS + 1));
        acquired(FIRST, EventCursor.START);
        assertRefused(
                ErrorCode.INVALID_INPUT,
                () -> engine.call(
                        Catalogue.ADVANCE_CURSOR, new AdvanceCursor(SHOP, BILLING, FIRST, 1, EventCursor.START, 0)));
    }

    @Test
    public void pagesCrossNamespacesInOrderAndVisitEachCursorOnce() {
        for (String name : List.of("b", "a", "C")) {
            for (Namespace namespace : List.of(SHOP, BANK)) {
                engine.call(
                        Catalogue.ACQUIRE_CURSOR,
                        new AcquireCursor(namespace, new CursorName(name), FIRST, EventCursor.START, TTL_MS, 0));
            }
        }

        var seen = new ArrayList<CursorKey>();
        var page = list(Optional.empty(), Optional.empty(), 2);
        page.entries().forEach(entry -> seen.add(entry.key()));
        while (page.cursor().isPresent()) {
            page = list(Optional.empty(), page.cursor(), 2);
            page.entries().forEach(entry -> seen.add(entry.key()));
        }

        assertThat(seen)
                .containsExactly(
                        key(BANK, "C"), key(BANK, "a"), key(BANK, "b"), key(SHOP, "C"), key(SHOP, "a"), key(SHOP, "b"));
        assertThat(list(Optional.of(SHOP), Optional.of(key(SHOP, "a")), 5).entries())
                .extracting(NamedCursor::key)
                .containsExactly(key(SHOP, "b"));
        assertThat(list(Optional.empty(), Optional.empty(), 0)).isEqualTo(CursorPage.EMPTY);
    }

    /** Appends so many events to an empty outbox. */
    private void happen(int events) {
        for (int i = 0; i < events; i++) {
            engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(), "test"));
        }
    }

    /** Of the last event that has happened. */
    private EventCursor newest() {
        return EventCursor.ofNumber(read(tx -> tx.events().newest()));
    }

    /** A position, whether or not an event stands there. */
    private EventCursor place(long number) {
        return EventCursor.ofNumber(number);
    }

    private Acquired acquired(SubscriberId subscriber, EventCursor start) {
        return (Acquired) acquire(BILLING, subscriber, start, 0);
    }

    private AcquireCursorOutcome acquire(CursorName name, SubscriberId subscriber, EventCursor start, long maxWaitMs) {
        return engine.call(
                Catalogue.ACQUIRE_CURSOR, new AcquireCursor(SHOP, name, subscriber, start, TTL_MS, maxWaitMs));
    }

    private AdvanceCursorOutcome advance(SubscriberId subscriber, long epoch, EventCursor position) {
        return engine.call(
                Catalogue.ADVANCE_CURSOR, new AdvanceCursor(SHOP, BILLING, subscriber, epoch, position, TTL_MS));
    }

    private void release(SubscriberId subscriber, long epoch, EventCursor position) {
        assertThat(engine.call(Catalogue.RELEASE_CURSOR, new ReleaseCursor(SHOP, BILLING, subscriber, epoch, position)))
                .isEqualTo(Ok.OK);
    }

    private DeleteCursorOutcome delete() {
        return engine.call(Catalogue.DELETE_CURSOR, new DeleteCursor(SHOP, BILLING));
    }

    private EventCursor position() {
        return list(Optional.of(SHOP), Optional.empty(), 1).entries().get(0).position();
    }

    private CursorPage list(Optional<Namespace> namespace, Optional<CursorKey> after, int limit) {
        return engine.call(Catalogue.LIST_CURSORS, new ListCursors(namespace, after, limit));
    }

    private static CursorKey key(Namespace namespace, String name) {
        return new CursorKey(namespace, new CursorName(name));
    }
}

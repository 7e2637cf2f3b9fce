package io.flowfabric.sdk.event;

import static io.flowfabric.sdk.event.EventFailureHandler.Verdict.RETRY;
import static io.flowfabric.sdk.event.EventFailureHandler.Verdict.SKIP;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome;
import io.flowfabric.model.op.cursor.DeleteCursor;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.ListeningProcess;
import io.flowfabric.sdk.UnreachableEngine;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subscriptions under a name, on a real engine and a real store. */
@Timeout(120)
abstract class EventSubscriptionContract {
    private static final Namespace DEFAULT = new Namespace("default");
    private static final CursorName BILLING = new CursorName("billing");
    private static final Duration SHORT = Duration.ofMillis(300);

    private final BlockingQueue<ExecutionId> handled = new LinkedBlockingQueue<>();
    private String address;
    private FlowFabric fabric;

    /** The address of a new store. */
    abstract String freshAddress(Path folder);

    @BeforeEach
    void open(@TempDir Path folder) {
        address = freshAddress(folder);
        fabric = FlowFabric.open(address);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void newNameBeginsAtThePresent() throws InterruptedException {
        end();
        var subscription = billing(fabric).start();
        awaitHolder();
        var later = end();

        assertThat(next()).isEqualTo(later);
        subscription.close();
        assertThat(handled).isEmpty();
    }

    @Test
    void newNameBeginsWithTheOldestEventWhenToldSo() throws InterruptedException {
        var first = end();
        billing(fabric).fromBeginning().start();

        assertThat(next()).isEqualTo(first);
    }

    @Test
    void restartedSubscriptionGoesOnWhereItStopped() throws InterruptedException {
        var before = end(3);
        var first = billing(fabric).fromBeginning().start();
        assertThat(next(3)).isEqualTo(before);
        first.close();

        var after = end(3);
        billing(fabric).fromBeginning().start();
        assertThat(next(3)).isEqualTo(after);
        assertThat(handled).isEmpty();
    }

    @Test
    void closeStoresThePositionOfTheLastEvent() throws InterruptedException {
        end(2);
        var subscription = billing(fabric).fromBeginning().start();
        next(2);
        subscription.close();

        assertThat(cursor().lease()).isEmpty();
        assertThat(cursor().position()).isEqualTo(positionOfEvent(2));
    }

    @Test
    void closingTheFabricStoresThePositionToo() throws InterruptedException {
        try (var first = FlowFabric.open(address)) {
            billing(first).start();
            awaitHolder(first);
            var submitted = first.submission("orders", "work").submit();
            cancel(first, submitted.id());
            assertThat(next()).isEqualTo(submitted.id());
        }
        try (var again = FlowFabric.open(address)) {
            assertThat(find(again).orElseThrow().lease()).isEmpty();
            assertThat(find(again).orElseThrow().position()).isEqualTo(positionOfEvent(1));
        }
    }

    @Test
    void twoSubscribersShareANameWithoutHandlingAnythingTwiceOrOutOfOrder() throws InterruptedException {
        var first = billing(fabric).fromBeginning().start();
        var second = billing(fabric).fromBeginning().start();

        var all = new ArrayList<>(end(150));
        var seen = new ArrayList<>(next(100));
        first.close();
        all.addAll(end(150));
        seen.addAll(next(100));
        second.close();
        billing(fabric).start();
        seen.addAll(next(100));

        assertThat(seen).containsExactlyElementsOf(all);
        assertThat(handled).isEmpty();
    }

    @Test
    void closedSubscriberIsFollowedAtOnce() throws InterruptedException {
        var first = billing(fabric).leaseTtl(Duration.ofHours(1)).start();
        awaitHolder();
        billing(fabric).leaseTtl(Duration.ofHours(1)).start();
        var one = end();
        assertThat(next()).isEqualTo(one);

        first.close();
        var two = end();
        assertThat(next()).as("long before the lease of an hour ends").isEqualTo(two);
    }

    @Test
    void nameOfADeadSubscriberIsTakenOverWhenItsLeaseHasEnded() throws InterruptedException {
        var acquired = fabric.engine()
                .call(
                        Catalogue.ACQUIRE_CURSOR,
                        new AcquireCursor(
                                DEFAULT, BILLING, new SubscriberId("dead"), EventCursor.START, SHORT.toMillis(), 0));
        assertThat(acquired).isInstanceOf(AcquireCursorOutcome.Acquired.class);
        var waiting = end();

        billing(fabric).start();
        assertThat(next()).isEqualTo(waiting);
        assertThat(cursor().epoch()).isEqualTo(2);
    }

    @Test
    void eventIsHandledAgainWhenTheProcessDiesBeforeItsPositionIsStored() throws InterruptedException {
        var engine = new UnreachableEngine(fabric.engine(), Catalogue.ADVANCE_CURSOR, Catalogue.RELEASE_CURSOR);
        engine.isCutOff = true;
        var all = end(3);
        var dying = billing(FlowFabric.on(engine, FabricOptions.DEFAULT))
                .fromBeginning()
                .leaseTtl(SHORT)
                .start();
        assertThat(next(3)).isEqualTo(all);
        dying.close();

        billing(fabric).start();
        assertThat(next(3)).as("the same events again, in order").isEqualTo(all);
    }

    @Test
    void handlerOfALostNameIsInterruptedAndItsEventLeftToTheNextHolder() throws InterruptedException {
        var started = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        var subscription = fabric.events("billing")
                .fromBeginning()
                .leaseTtl(SHORT)
                .on(CompletionEvent.class, event -> {
                    started.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                })
                .start();
        end();
        started.await();

        fabric.engine().call(Catalogue.DELETE_CURSOR, new DeleteCursor(DEFAULT, BILLING));
        fabric.engine()
                .call(
                        Catalogue.ACQUIRE_CURSOR,
                        new AcquireCursor(DEFAULT, BILLING, new SubscriberId("next"), EventCursor.START, 60_000, 0));
        assertThat(interrupted.await(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        subscription.close();
        assertThat(cursor().position()).as("what a stale holder stored").isEqualTo(EventCursor.START);
    }

    @Test
    void handlerMayTakeLongerThanItsLease() throws InterruptedException {
        var release = new CountDownLatch(1);
        var tries = new AtomicInteger();
        fabric.events("billing")
                .leaseTtl(SHORT)
                .fromBeginning()
                .on(CompletionEvent.class, event -> {
                    tries.incrementAndGet();
                    release.await();
                    handled.add(event.subject().executionId());
                })
                .start();
        var slow = end();
        awaitHolder();
        long first = cursor().lease().orElseThrow().expiresAt();
        await(() -> cursor().lease().orElseThrow().expiresAt() >= first + SHORT.toMillis());
        release.countDown();

        assertThat(next()).isEqualTo(slow);
        assertThat(tries).hasValue(1);
    }

    @Test
    void failedEventIsTriedAgainBeforeAnyLaterOne() throws InterruptedException {
        var tries = new AtomicInteger();
        var all = end(2);
        fabric.events("billing")
                .fromBeginning()
                .on(CompletionEvent.class, event -> {
                    handled.add(event.subject().executionId());
                    if (tries.incrementAndGet() < 3) {
                        throw new IllegalStateException("the ledger is closed");
                    }
                })
                .start();

        assertThat(next(4)).containsExactly(all.get(0), all.get(0), all.get(0), all.get(1));
    }

    @Test
    void failedEventIsSkippedWhenTheUserSaysSo() throws InterruptedException {
        var all = end(2);
        var decisions = new LinkedBlockingQueue<String>();
        fabric.events("billing")
                .fromBeginning()
                .on(CompletionEvent.class, event -> {
                    handled.add(event.subject().executionId());
                    if (event.subject().executionId().equals(all.get(0))) {
                        throw new IllegalStateException("the ledger is closed");
                    }
                })
                .onFailure((event, failure, tries) -> {
                    decisions.add(failure.getMessage() + " " + tries);
                    return tries < 2 ? RETRY : SKIP;
                })
                .start();

        assertThat(next(3)).containsExactly(all.get(0), all.get(0), all.get(1));
        assertThat(decisions).containsExactly("the ledger is closed 1", "the ledger is closed 2");
    }

    @Test
    void trimmedEventsAreToldOnceAndTheRestIsHandled() throws InterruptedException {
        var first = billing(fabric).fromBeginning().start();
        end();
        next();
        first.close();
        end(3);
        fabric.engine().call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, 1000));

        var gaps = new LinkedBlockingQueue<String>();
        billing(fabric).onGap(() -> gaps.add("gap")).start();
        assertThat(gaps.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isEqualTo("gap");
        var later = end();
        assertThat(next()).isEqualTo(later);
        var last = end();
        assertThat(next()).isEqualTo(last);
        assertThat(gaps).isEmpty();
    }

    @Test
    void nameThatHasHandledNothingIsToldOfWhatIsGoneToo() throws InterruptedException {
        var first = billing(fabric).leaseTtl(SHORT).fromBeginning().start();
        awaitHolder();
        first.close();
        end(2);
        fabric.engine().call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, 1000));

        var gaps = new LinkedBlockingQueue<String>();
        billing(fabric).onGap(() -> gaps.add("gap")).start();
        assertThat(gaps.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isEqualTo("gap");
    }

    @Test
    void newNameIsToldOfNoGap() throws InterruptedException {
        end(2);
        fabric.engine().call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, 1000));
        var kept = end();

        var gaps = new LinkedBlockingQueue<String>();
        billing(fabric).fromBeginning().onGap(() -> gaps.add("gap")).start();
        assertThat(next()).isEqualTo(kept);
        assertThat(gaps).isEmpty();
    }

    @Test
    void eventInTheHandsOfAKilledProcessIsTheOnlyOneThatIsRepeated() throws IOException {
        var all = end(6);
        try (var first = listener()) {
            for (int i = 0; i < 3; i++) {
                assertThat(first.hear("event")).isEqualTo(all.get(i).toString());
                first.say("handled");
            }
            var third = positionOfEvent(3);
            await(() -> cursor().position().equals(third));
            assertThat(first.hear("event")).isEqualTo(all.get(3).toString());
            first.kill();
            assertThat(first.hear()).isEmpty();
        }
        try (var second = listener()) {
            for (int i = 3; i < 6; i++) {
                assertThat(second.hear("event")).isEqualTo(all.get(i).toString());
                second.say("handled");
            }
        }
    }

    @Test
    void onlyEventsOfTheTagAndTheNamespaceAreHandled() throws InterruptedException {
        billing(fabric).fromBeginning().tag("acme.shop", "north").start();
        var south =
                fabric.submission("orders", "work").tag("acme.shop", "south").submit();
        cancel(south.id());
        var foreign = FlowFabric.on(fabric.engine(), FabricOptions.DEFAULT.withNamespace("bank"))
                .submission("orders", "work")
                .tag("acme.shop", "north")
                .submit();
        cancel(foreign.id());
        var north =
                fabric.submission("orders", "work").tag("acme.shop", "north").submit();
        cancel(north.id());

        assertThat(next()).isEqualTo(north.id());
        assertThat(handled).isEmpty();
    }

    @Test
    void closeLeavesAnEventThatKeepsFailingToTheNextSubscriber() throws InterruptedException {
        var failing = end();
        var subscription = fabric.events("billing")
                .fromBeginning()
                .on(CompletionEvent.class, event -> {
                    handled.add(event.subject().executionId());
                    throw new IllegalStateException("the ledger is closed");
                })
                .start();
        next();
        subscription.close();
        handled.clear();

        assertThat(cursor().position()).isEqualTo(EventCursor.START);
        billing(fabric).start();
        assertThat(next()).isEqualTo(failing);
    }

    @Test
    void fabricsOnOneStoreShareAName() throws InterruptedException {
        try (var one = FlowFabric.open(address);
                var two = FlowFabric.open(address)) {
            var holder = billing(one).leaseTtl(Duration.ofHours(1)).start();
            awaitHolder(one);
            billing(two).leaseTtl(Duration.ofHours(1)).start();
            for (int i = 0; i < 10; i++) {
                var submitted = two.submission("orders", "work").submit();
                cancel(i % 2 == 0 ? one : two, submitted.id());
                assertThat(next()).isEqualTo(submitted.id());
                if (i == 4) {
                    holder.close();
                }
            }
            assertThat(handled).isEmpty();
        }
    }

    @Test
    void handlerMayCloseItsOwnSubscription() throws InterruptedException {
        var own = new LinkedBlockingQueue<EventSubscription>();
        var all = end(2);
        own.add(fabric.events("billing")
                .fromBeginning()
                .on(CompletionEvent.class, event -> {
                    handled.add(event.subject().executionId());
                    own.take().close();
                })
                .start());

        assertThat(next()).isEqualTo(all.get(0));
        billing(fabric).start();
        assertThat(next()).isEqualTo(all.get(1));
    }

    private ChildJvm listener() throws IOException {
        return ChildJvm.start(ListeningProcess.class, address, BILLING, SHORT);
    }

    private EventSubscriptionBuilder billing(FlowFabric of) {
        return of.events("billing")
                .on(CompletionEvent.class, event -> handled.add(event.subject().executionId()));
    }

    /** @param nth counted from 1 */
    private EventCursor positionOfEvent(int nth) {
        var page = fabric.engine()
                .call(
                        Catalogue.SUBSCRIBE_COMPLETION,
                        new SubscribeFamily(EventCursor.START, ScannerFilter.NONE, nth, 0));
        return ((EventItem.Delivered) page.events().get(nth - 1)).cursor();
    }

    private ExecutionId end() {
        var id = fabric.submission("orders", "work").submit().id();
        cancel(id);
        return id;
    }

    private List<ExecutionId> end(int count) {
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < count; i++) {
            ids.add(end());
        }
        return ids;
    }

    private void cancel(ExecutionId id) {
        cancel(fabric, id);
    }

    private static void cancel(FlowFabric of, ExecutionId id) {
        of.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "test"));
    }

    private ExecutionId next() throws InterruptedException {
        var id = handled.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(id).as("an event that is handled").isNotNull();
        return id;
    }

    private List<ExecutionId> next(int count) throws InterruptedException {
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < count; i++) {
            ids.add(next());
        }
        return ids;
    }

    private static Optional<NamedCursor> find(FlowFabric of) {
        return of
                .engine()
                .call(Catalogue.LIST_CURSORS, new ListCursors(Optional.of(DEFAULT), Optional.empty(), 1))
                .entries()
                .stream()
                .findFirst();
    }

    private NamedCursor cursor() {
        return find(fabric).orElseThrow();
    }

    private void awaitHolder() {
        awaitHolder(fabric);
    }

    private static void awaitHolder(FlowFabric of) {
        await(() -> find(of).flatMap(NamedCursor::lease).isPresent());
    }

    /** Polls until it is so; the test's timeout interrupts it. */
    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted()).as("out of time").isFalse();
            Thread.onSpinWait();
        }
    }
}

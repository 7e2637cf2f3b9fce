package io.flowfabric.store.jdbc.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.read.EventReads.Damaged;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.OperatorEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.model.worker.WorkerKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PageTest {
    private static final Namespace SHOP = new Namespace("shop");
    private static final long NOW = 1_800_000_000_000L;

    private final Random random = new Random(42);

    @Test
    void eventsOfEveryFamilyAreReadAsTheyWereWritten() throws Exception {
        var subject = subject(Optional.of("i-42"));
        var worker = new WorkerKey(SHOP, new WorkerInstanceId("w-1"));
        var events = List.<Event>of(
                lease(subject, LeaseEventType.ACQUIRED, Optional.empty()),
                lease(subject, LeaseEventType.REVOKED, Optional.of(RevokedBy.OPERATOR)),
                new CompletionEvent(subject, Optional.of(new FlowId(uuid())), TerminalOutcome.FAILED, false),
                new CompletionEvent(subject(Optional.empty()), Optional.empty(), TerminalOutcome.SUCCESS, true),
                new OtherCompletionEvent(subject, Optional.empty(), "vanished"),
                new OperatorEvent(subject, OperatorEventType.values()[0], Map.of("old", 1, "new", "2 µs")),
                new InstanceTagEvent(subject, ""),
                new WorkerEvent(worker, WorkerEventKind.MARKED_DEAD, Optional.of("gone"), -1));

        assertThat(read(write(events))).isEqualTo(events);
    }

    @Test
    void largeTransactionMakesSeveralPagesThatFitInARow() throws Exception {
        var events = new ArrayList<Event>();
        for (int i = 0; i < 1000; i++) {
            events.add(lease(subject(Optional.empty()), LeaseEventType.RENEWED, Optional.empty()));
        }

        var pages = write(events);

        assertThat(read(pages)).isEqualTo(events);
        assertThat(pages)
                .hasSizeBetween(2, 30)
                .allSatisfy(page -> assertThat(page.events().length).isLessThan(2000));
    }

    @Test
    void pageHoldsSoManyEventsAtMost() throws Exception {
        var subject = subject(Optional.empty());
        var events = new ArrayList<Event>();
        for (int i = 0; i < PageNumbers.MOST_EVENTS + 1; i++) {
            events.add(new CompletionEvent(subject, Optional.empty(), TerminalOutcome.SUCCESS, true));
        }

        assertThat(write(events)).hasSize(2);
        assertThat(read(write(events))).isEqualTo(events);
    }

    @Test
    void eventThatIsLargerThanAPageHasOneOfItsOwn() throws Exception {
        var small = new InstanceTagEvent(subject(Optional.empty()), "small");
        var large = new InstanceTagEvent(subject(Optional.empty()), "x".repeat(100_000));
        var events = List.<Event>of(small, large, small);

        assertThat(write(events)).hasSize(3);
        assertThat(read(write(events))).isEqualTo(events);
    }

    @Test
    void lastEventOfAPageStandsAtItsEnd() throws Exception {
        var subject = subject(Optional.empty());
        var events = List.<Event>of(new InstanceTagEvent(subject, "a"), new InstanceTagEvent(subject, "b"));

        assertThat(PageReader.read(7, write(events).get(0).events()))
                .extracting(PageReader.PageEvent::position)
                .containsExactly(PageNumbers.end(7) - 1, PageNumbers.end(7));
        assertThat(PageNumbers.firstBehind(PageNumbers.end(7))).isEqualTo(8);
        assertThat(PageNumbers.firstBehind(PageNumbers.end(7) - 1)).isEqualTo(7);
    }

    @Test
    void pageSaysWhatItIsTrimmedAndFoundBy() throws Exception {
        var revoked = lease(subject(Optional.empty()), LeaseEventType.REVOKED, Optional.of(RevokedBy.OPERATOR));
        var ended = lease(subject(Optional.empty()), LeaseEventType.REVOKED, Optional.of(RevokedBy.BACKEND));

        var page = PageWriter.write(
                        List.of(ended, revoked),
                        id -> id.equals(revoked.subject().executionId()) ? 9L : 7L)
                .get(0);

        assertThat(page.newestSeq()).isEqualTo(9);
        assertThat(page.newestAt()).isEqualTo(NOW);
        assertThat(page.takenAway()).isTrue();
        assertThat(PageReader.read(1, page.events()))
                .extracting(PageReader.PageEvent::isTakenAway)
                .containsExactly(false, true);
        assertThat(write(List.of(ended)).get(0).takenAway()).isFalse();
    }

    @Test
    void executionWithoutARowNumberKeepsThePageUntilItIsOpened() throws Exception {
        var event = new InstanceTagEvent(subject(Optional.empty()), "a");

        assertThat(PageWriter.write(List.of(event), id -> null).get(0).newestSeq())
                .isEqualTo(Long.MAX_VALUE);
    }

    /** Bytes that are changed or missing never end the reading, and what is told stays within the page. */
    @Test
    void damagedPagesAreToldAndHarmNothing() throws Exception {
        var events = new ArrayList<Event>();
        for (int i = 0; i < 5; i++) {
            events.add(lease(subject(Optional.of("i")), LeaseEventType.ACQUIRED, Optional.empty()));
        }
        byte[] sound = write(events).get(0).events();
        for (int at = 0; at < sound.length; at++) {
            byte[] damaged = sound.clone();
            damaged[at] = (byte) random.nextInt();
            assertPositions(damaged);
            assertThat(entries(Arrays.copyOf(sound, at))).last().isInstanceOf(Damaged.class);
            assertPositions(Arrays.copyOf(sound, at));
        }
        assertThat(entries(Arrays.copyOf(sound, sound.length + 1))).last().isInstanceOf(Damaged.class);
    }

    @Test
    void damageOfOneEventHidesNoOther() throws Exception {
        var bad = new InstanceTagEvent(subject(Optional.empty()), "abc");
        var events = List.<Event>of(bad, lease(subject(Optional.empty()), LeaseEventType.ACQUIRED, Optional.empty()));
        byte[] page = write(events).get(0).events();
        int text = new String(page, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("abc");
        page[text] = (byte) 0xFF;

        var entries = entries(page);

        assertThat(entries.get(0)).isInstanceOf(Damaged.class);
        assertThat(entries.get(1))
                .isInstanceOfSatisfying(
                        Positioned.class, sound -> assertThat(sound.event()).isEqualTo(events.get(1)));
    }

    private static void assertPositions(byte[] page) {
        assertThat(entries(page))
                .extracting(Entry::position)
                .isSorted()
                .doesNotHaveDuplicates()
                .allMatch(position -> PageNumbers.pageOf(position) == 1);
    }

    private static List<Entry> entries(byte[] page) {
        return PageReader.read(1, page).stream()
                .map(PageReader.PageEvent::entry)
                .toList();
    }

    private static List<OutboxPage> write(List<Event> events) throws SQLException {
        return PageWriter.write(events, id -> 1L);
    }

    private static List<Event> read(List<OutboxPage> pages) {
        var events = new ArrayList<Event>();
        for (int i = 0; i < pages.size(); i++) {
            PageReader.read(i + 1, pages.get(i).events())
                    .forEach(event -> events.add(((Positioned) event.entry()).event()));
        }
        return events;
    }

    private LeaseEvent lease(EventSubject subject, LeaseEventType type, Optional<RevokedBy> by) {
        var holder = new LeaseHolder(
                new WorkerId("worker"), new WorkerInstanceId("1000-host"), new LeaseId(uuid()), random.nextInt(300));
        return new LeaseEvent(subject, type, holder, random.nextInt(3), by.map(RevokedBy::literal), by);
    }

    private EventSubject subject(Optional<String> tag) {
        return new EventSubject(new ExecutionId(random.nextInt(256), uuid()), SHOP, tag, NOW);
    }

    private UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }
}

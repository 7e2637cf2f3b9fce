package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.event.SubscribeLeaseHistory;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** 06 §5 and §6 on a store: what a subscriber sees of the outbox. */
@Covers({
    "subscribe_events",
    "subscribe_lease_history",
    "subscribe_completion",
    "subscribe_signal_delivery",
    "subscribe_instance_tags"
})
public abstract class EventContract extends ContractSuite {

    @Test
    public void claimRenewAndCompleteAreToldInThatOrder() {
        create();
        var claim = claimOne("w1");
        engine.call(Catalogue.RENEW, new RenewRequest(claim.handle()));
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));

        assertThat(leases(EventCursor.START, false))
                .extracting(event -> ((LeaseEvent) event).type())
                .containsExactly(LeaseEventType.ACQUIRED, LeaseEventType.RENEWED, LeaseEventType.REVOKED);
        assertThat(family(Catalogue.SUBSCRIBE_COMPLETION, EventCursor.START))
                .singleElement()
                .satisfies(
                        event -> assertThat(((CompletionEvent) event).outcome()).isEqualTo(TerminalOutcome.SUCCESS));
        assertThat(family(Catalogue.SUBSCRIBE_SIGNAL_DELIVERY, EventCursor.START))
                .isEmpty();
    }

    @Test
    public void whoAsksForLeasesTakenAwayIsNotToldOfTheOthers() {
        var completed = create();
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w1").handle(), Optional.empty()));
        create();
        var revoked = claimOne("w1").executionId();
        create();
        var alsoRevoked = claimOne("w1").executionId();
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(revoked, "drain"));
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(alsoRevoked, "drain"));

        var first = leasePage(EventCursor.START, true, 1);
        assertThat(subjects(first)).containsExactly(revoked).doesNotContain(completed);
        var rest = leasePage(first.cursor(), true, 1000);
        assertThat(subjects(rest)).containsExactly(alsoRevoked);
        assertThat(rest.cursor()).isEqualTo(page(EventCursor.FROM_NOW, 1).cursor());
    }

    @Test
    public void emptyCursorStartsFromNowAndMissesNothingAfter() {
        cancelled(execution());

        var now = page(EventCursor.FROM_NOW, 10);
        assertThat(now.events()).isEmpty();
        assertThat(page(now.cursor(), 10).events()).isEmpty();

        var later = cancelled(execution());
        assertThat(subjects(page(now.cursor(), 10))).containsExactly(later);
    }

    @Test
    public void everyEventIsDeliveredOnceAndCursorsAscend() {
        var expected = new ArrayList<ExecutionId>();
        for (int i = 0; i < 300; i++) {
            expected.add(cancelled(execution()));
        }

        var seen = new ArrayList<ExecutionId>();
        var positions = new ArrayList<Long>();
        var page = page(EventCursor.START, 70);
        while (!page.events().isEmpty()) {
            seen.addAll(subjects(page));
            page.events().forEach(item -> positions.add(item.cursor().number().getAsLong()));
            page = page(page.cursor(), 70);
        }

        assertThat(seen).containsExactlyElementsOf(expected);
        assertThat(positions).isSorted().doesNotHaveDuplicates();
    }

    @Test
    public void cursorOfAnEventGoesOnBehindItInAnyFamily() {
        create();
        var claim = claimOne("w1");
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
        var acquired = page(EventCursor.START, 1).events().get(0).cursor();

        assertThat(delivered(page(acquired, 10))).hasSize(2);
        assertThat(family(Catalogue.SUBSCRIBE_COMPLETION, acquired)).hasSize(1);
    }

    @Test
    public void cursorOfAnotherStoreAndOneAheadOfTheOutboxAreRefused() {
        cancelled(execution());
        var foreign = EventCursor.ofPair(new EventCursor.Position(1, 1));

        assertRefused(ErrorCode.INVALID_INPUT, () -> page(foreign, 10));
        assertRefused(ErrorCode.INVALID_INPUT, () -> page(EventCursor.ofNumber(-1), 10));
        assertThatThrownBy(() -> page(EventCursor.ofNumber(7000), 10))
                .isInstanceOfSatisfying(EngineException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                    assertThat(refused.detail()).contains("beyond the newest event");
                });
    }

    @Test
    public void pageOfNoEventsOrTooManyIsRefused() {
        assertRefused(ErrorCode.INVALID_INPUT, () -> page(EventCursor.START, 0));
        assertRefused(ErrorCode.INVALID_INPUT, () -> page(EventCursor.START, 1001));
    }

    @Test
    public void instanceTagFilterShowsOnlyThatInstance() {
        var mine = cancelled(execution().tag("cairn.instance_id", "i-42"));
        cancelled(execution().tag("cairn.instance_id", "i-43"));
        cancelled(execution());
        register();

        var page = filtered(tag("cairn.instance_id", "i-42"));

        assertThat(subjects(page)).containsExactly(mine, mine);
        assertThat(page.cursor().number().getAsLong()).isEqualTo(newest());
    }

    @Test
    public void namespaceFilterShowsOnlyThatNamespace() {
        var bank = new Namespace("bank");
        cancelled(execution());
        var other = cancelled(CreateExecution.of(bank, LANE, "charge"));
        register();

        assertThat(subjects(filtered(new ScannerFilter(Optional.of(bank), Optional.empty()))))
                .containsExactly(other);
    }

    @Test
    public void filterByAnyOtherTagLooksAtTheExecution() {
        var mine = cancelled(execution().tag("acme.order", "o-1").tag("cairn.instance_id", "o-1"));
        cancelled(execution().tag("acme.order", "o-2").tag("cairn.instance_id", "o-1"));
        register();

        assertThat(subjects(filtered(tag("acme.order", "o-1")))).containsExactly(mine, mine);
        assertThat(filtered(tag("acme.none", "")).events()).isEmpty();
    }

    @Test
    public void filteredEventsAreNotReadAgain() {
        for (int i = 0; i < 600; i++) {
            cancelled(execution());
        }

        var page = filtered(new ScannerFilter(Optional.of(new Namespace("bank")), Optional.empty()));

        assertThat(page.events()).isEmpty();
        assertThat(page.cursor().number().getAsLong()).isEqualTo(newest());
    }

    @Test
    public void workerEventsAndInstanceTagsHaveTheirSubscriptions() {
        register();
        var tagged = create(execution().tag("cairn.instance_id", "i-1"));

        var workers = engine.call(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(Set.of(EventFamily.WORKER), EventCursor.START, ScannerFilter.NONE, 10, 0));

        assertThat(delivered(workers)).extracting(Event::family).containsExactly(EventFamily.WORKER);
        assertThat(family(Catalogue.SUBSCRIBE_INSTANCE_TAGS, EventCursor.START))
                .singleElement()
                .satisfies(
                        event -> assertThat(((ExecutionEvent) event).subject().executionId())
                                .isEqualTo(tagged));
    }

    @Test
    public void waitingSubscriberIsWokenByTheCommit() throws InterruptedException {
        var now = page(EventCursor.FROM_NOW, 10).cursor();
        var waiting = parked(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(Set.of(), now, ScannerFilter.NONE, 10, LONGEST_WAIT_MS));

        var id = cancelled(execution());

        assertThat(subjects(woken(waiting))).containsExactly(id);
    }

    @Test
    public void subscribersDoNotTakeEventsFromEachOther() {
        cancelled(execution());

        assertThat(page(EventCursor.START, 10)).isEqualTo(page(EventCursor.START, 10));
    }

    @Test
    public void eventsOfOneTransactionKeepTheirOrder() {
        var id = create();
        var subject = new EventSubject(id, SHOP, Optional.empty(), START);
        var outcomes = List.of("a", "b", "c", "d", "e");
        write(tx -> {
            tx.events()
                    .append(outcomes.stream()
                            .<Event>map(outcome -> new OtherCompletionEvent(subject, Optional.empty(), outcome))
                            .toList());
            return true;
        });

        assertThat(delivered(page(EventCursor.START, 10)))
                .extracting(event -> ((OtherCompletionEvent) event).outcome())
                .containsExactlyElementsOf(outcomes);
    }

    @Test
    public void rolledBackUnitLeavesNoEvent() {
        var id = create();
        var subject = new EventSubject(id, SHOP, Optional.empty(), START);
        assertThatThrownBy(() -> write(tx -> {
                    tx.events().append(List.of(new OtherCompletionEvent(subject, Optional.empty(), "lost")));
                    throw new IllegalStateException("rolls back");
                }))
                .hasMessageContaining("rolls back");

        var kept = cancelled(execution());

        assertThat(subjects(page(EventCursor.START, 10))).containsExactly(kept);
    }

    private ExecutionId cancelled(CreateExecutionBuilder execution) {
        var id = create(execution);
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        return id;
    }

    private void register() {
        engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        new WorkerId("pool"),
                        new WorkerInstanceId("w-1"),
                        SHOP,
                        List.of(LANE),
                        CapabilitySet.EMPTY,
                        1000));
    }

    private long newest() {
        return read(tx -> tx.events().newest());
    }

    private EventPage page(EventCursor cursor, int limit) {
        return engine.call(
                Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, limit, 0));
    }

    private EventPage filtered(ScannerFilter filter) {
        return engine.call(
                Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), EventCursor.START, filter, 1000, 0));
    }

    private List<Event> family(Operation<SubscribeFamily, EventPage> operation, EventCursor cursor) {
        return delivered(engine.call(operation, new SubscribeFamily(cursor, ScannerFilter.NONE, 1000, 0)));
    }

    private List<Event> leases(EventCursor cursor, boolean takenAway) {
        return delivered(leasePage(cursor, takenAway, 1000));
    }

    private EventPage leasePage(EventCursor cursor, boolean takenAway, int limit) {
        return engine.call(
                Catalogue.SUBSCRIBE_LEASE_HISTORY,
                new SubscribeLeaseHistory(cursor, ScannerFilter.NONE, takenAway, limit, 0));
    }

    private static ScannerFilter tag(String key, String value) {
        return new ScannerFilter(Optional.empty(), Optional.of(new InstanceTag(key, value)));
    }

    private static List<Event> delivered(EventPage page) {
        return page.events().stream()
                .map(item -> ((EventItem.Delivered) item).event())
                .toList();
    }

    private static List<ExecutionId> subjects(EventPage page) {
        return delivered(page).stream()
                .map(event -> ((ExecutionEvent) event).subject().executionId())
                .toList();
    }
}

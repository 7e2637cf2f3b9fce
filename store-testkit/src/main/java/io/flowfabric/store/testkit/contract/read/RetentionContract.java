package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.record.PurgeSet;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.read.RetentionReads.Part;
import io.flowfabric.engine.store.read.RetentionReads.Scan;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.tag.GetExecutionTag;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** 02 §15 and 06 §11 on a store: what is forgotten, when, and what is not. */
@Covers("trim_retention")
public abstract class RetentionContract extends ContractSuite {
    private static final long DAY = 86_400_000;

    @Test
    public void executionIsKeptForTheDefaultAndThenGoneWithAllItsBelongings() {
        var id = create(execution().tag("acme.order", "o-1"));
        var claim = claimOne("w1");
        engine.call(
                Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(Payload.json("{\"ok\":true}"))));
        int reported = events().size();
        advance(DAY - 1);
        assertThat(trim()).isZero();
        assertThat(events()).hasSize(reported);
        advance(1);

        assertThat(trim()).isEqualTo(1);

        assertThat(exists(id)).isFalse();
        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .isEmpty();
        assertThat(engine.call(Catalogue.LIST_ATTEMPTS, new ExecutionRef(id))).isEmpty();
        assertThat(engine.call(Catalogue.GET_EXECUTION_TAG, new GetExecutionTag(id, "acme.order")))
                .isEmpty();
        assertThat(engine.call(Catalogue.LIST_EXECUTIONS, new ListExecutions(OptionalInt.empty(), Optional.empty(), 10))
                        .executions())
                .isEmpty();
        assertThat(events()).isEmpty();
        assertThat(trim()).isZero();
    }

    @Test
    public void unfinishedExecutionIsNeverForgotten() {
        var waiting = create();
        var running = create(execution().priority(9));
        claimOne("w1");
        advance(10 * DAY);

        assertThat(trim()).isZero();
        assertThat(exists(waiting)).isTrue();
        assertThat(exists(running)).isTrue();
    }

    @Test
    public void policyKeepsLongerOrShorter() {
        var shorter = ended(keptFor(1000));
        var standard = ended(execution());
        var longer = ended(keptFor(2 * DAY));
        var forEver = ended(keptFor(Long.MAX_VALUE));

        assertThat(purgedAfter(999, shorter)).isFalse();
        assertThat(purgedAfter(1, shorter)).isTrue();
        assertThat(purgedAfter(DAY - 1000, standard)).isTrue();
        assertThat(purgedAfter(DAY - 1, longer)).isFalse();
        assertThat(purgedAfter(1, longer)).isTrue();
        assertThat(purgedAfter(1000 * DAY, forEver)).isFalse();
    }

    @Test
    public void longOverridesAtTheFrontDoNotStarveTheRest() {
        for (int i = 0; i < 25; i++) {
            ended(keptFor(10 * DAY));
        }
        advance(1);
        var brief = ended(keptFor(5));
        advance(2 * DAY);

        assertThat(trim(TrimRetention.all(DAY, 20))).isEqualTo(1);
        assertThat(exists(brief)).isFalse();
    }

    @Test
    public void batchIsAnUpperBoundAndTheOldestGoFirst() {
        var oldest = ended(execution());
        advance(1);
        ended(execution());
        ended(execution());
        advance(DAY);

        assertThat(trim(TrimRetention.all(DAY, 1))).isEqualTo(1);
        assertThat(exists(oldest)).isFalse();
        assertThat(trim(TrimRetention.all(DAY, 20))).isEqualTo(2);
    }

    @Test
    public void eventsOfOthersStayAndTheGapIsReported() {
        var gone = ended(execution());
        var cursor = subscribe(EventCursor.START).events().get(0).cursor();
        ended(execution());
        advance(1);
        var kept = ended(execution());
        advance(DAY - 1);
        trim();

        assertThat(events())
                .extracting(RetentionContract::subject)
                .containsOnly(kept)
                .doesNotContain(gone);
        assertThat(subscribe(cursor).gap()).isTrue();
        assertThat(subscribe(EventCursor.START).gap())
                .as("even before the first event, something is missing")
                .isTrue();
        assertThat(subscribe(subscribe(cursor).cursor()).gap()).isFalse();
    }

    @Test
    public void eventsOfAnExecutionThatIsKeptForLessStayForTheDefault() {
        var brief = ended(keptFor(10));
        advance(10);
        trim();
        assertThat(exists(brief)).isFalse();
        assertThat(events()).extracting(RetentionContract::subject).containsOnly(brief);

        advance(DAY - 10);
        trim();

        assertThat(events()).isEmpty();
    }

    @Test
    public void eventsOfAnExecutionThatIsKeptForLongerStayWithIt() {
        var longer = ended(keptFor(10 * DAY));
        var standard = ended(execution());
        var told = subscribe(EventCursor.START);
        advance(RetentionRules.outlivedAfter(DAY) - 1);
        trim();
        assertThat(events())
                .as("an older execution is kept")
                .hasSize(told.events().size());
        advance(1);

        trim();

        assertThat(exists(standard)).isFalse();
        assertThat(subscribe(EventCursor.START).events())
                .as("at their positions")
                .isEqualTo(told.events().stream()
                        .filter(item ->
                                subject(((EventItem.Delivered) item).event()).equals(longer))
                        .toList());
        var gap = subscribe(EventCursor.START);
        assertThat(gap.gap()).isTrue();
        assertThat(subscribe(gap.cursor()).gap()).isFalse();
        advance(10 * DAY);
        trim();
        assertThat(events()).isEmpty();
    }

    @Test
    public void eventsThatHaveOutlivedTheirTimeAreReadAmongTheOthers() {
        create();
        claimOne("w1");
        var told = new ArrayList<>(subscribe(EventCursor.START).events());
        advance(RetentionRules.outlivedAfter(DAY));
        trim();
        ended(execution());
        told.addAll(subscribe(told.get(0).cursor()).events());

        assertThat(subscribe(EventCursor.START).events()).hasSizeGreaterThan(1).isEqualTo(told);
        var pages = new ArrayList<EventItem>();
        var page = onePage(EventCursor.START);
        while (!page.events().isEmpty()) {
            pages.addAll(page.events());
            page = onePage(page.cursor());
        }
        assertThat(pages).as("one by one").isEqualTo(told);
    }

    private EventPage onePage(EventCursor cursor) {
        return engine.call(Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, 1, 0));
    }

    @Test
    public void whoIsToldOfAGapWithNothingBehindItWaitsBehindIt() {
        ended(execution());
        var cursor = subscribe(EventCursor.START).cursor();
        ended(execution());
        advance(DAY);
        trim();

        var reported = subscribe(cursor);
        assertThat(reported.gap()).isTrue();
        assertThat(reported.events()).isEmpty();
        var next = subscribe(reported.cursor());
        assertThat(next.gap()).as("told once").isFalse();
        assertThat(next.cursor()).isEqualTo(reported.cursor());

        var later = ended(execution());
        assertThat(subscribe(reported.cursor()).events())
                .extracting(item -> subject(((EventItem.Delivered) item).event()))
                .containsOnly(later);
    }

    @Test
    public void numbersOfTrimmedEventsAreNotUsedAgain() {
        ended(execution());
        var last = subscribe(EventCursor.START).cursor();
        trim(TrimRetention.all(0, 10));
        assertThat(events()).isEmpty();
        var next = ended(execution());

        assertThat(subscribe(last).events())
                .singleElement()
                .satisfies(item -> assertThat(item.cursor().number().getAsLong())
                        .isGreaterThan(last.number().getAsLong()));
        assertThat(exists(next)).isTrue();
    }

    @Test
    public void workerEventsAreForgottenAfterTheDefault() {
        engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        new WorkerId("pool"),
                        new WorkerInstanceId("w-1"),
                        SHOP,
                        List.of(LANE),
                        CapabilitySet.EMPTY,
                        1000));
        advance(DAY - 1);
        trim();
        assertThat(events()).hasSize(1);
        advance(1);
        trim();

        assertThat(events()).isEmpty();
    }

    @Test
    public void idempotencyKeyOutlivesItsExecutionUntilItsWindowEnds() {
        var first = ended(keptFor(10).idempotencyKey("order-1"));
        advance(10);
        trim();

        assertThat(submit("order-1")).isEqualTo(new CreateExecutionOutcome.Duplicate(first));
        advance(DAY);
        trim();
        assertThat(submit("order-1")).isInstanceOf(CreateExecutionOutcome.Created.class);
    }

    @Test
    public void restrictedPassLeavesTheRestAlone() {
        var bank = new Namespace("bank");
        var side = new LaneId("side");
        var plain = ended(execution().id(new ExecutionId(7, UUID.randomUUID())));
        var foreign = ended(CreateExecution.of(bank, LANE, "charge").id(new ExecutionId(8, UUID.randomUUID())));
        var tagged = ended(execution().tag("acme.order", "o-1").id(new ExecutionId(9, UUID.randomUUID())));
        var elsewhere = ended(CreateExecution.of(SHOP, side, "charge").id(new ExecutionId(9, UUID.randomUUID())));
        advance(DAY);

        assertThat(trim(filtered(new ScannerFilter(Optional.of(bank), Optional.empty()))))
                .isEqualTo(1);
        assertThat(exists(foreign)).isFalse();
        var order = new InstanceTag("acme.order", "o-1");
        assertThat(trim(filtered(new ScannerFilter(Optional.empty(), Optional.of(order)))))
                .isEqualTo(1);
        assertThat(exists(tagged)).isFalse();
        assertThat(trim(part(OptionalInt.empty(), Optional.of(side)))).isEqualTo(1);
        assertThat(exists(elsewhere)).isFalse();
        assertThat(trim(part(OptionalInt.of(8), Optional.empty()))).isZero();
        assertThat(trim(part(OptionalInt.of(7), Optional.empty()))).isEqualTo(1);
        assertThat(exists(plain)).isFalse();
    }

    @Test
    public void filteredFrontDoesNotHideWhatStandsBehindIt() {
        var bank = new Namespace("bank");
        for (int i = 0; i < 25; i++) {
            ended(execution());
        }
        advance(1);
        var behind = ended(CreateExecution.of(bank, LANE, "charge"));
        advance(DAY);

        assertThat(trim(filtered(new ScannerFilter(Optional.of(bank), Optional.empty()))))
                .isEqualTo(1);
        assertThat(exists(behind)).isFalse();
    }

    @Test
    public void executionThatCannotBePurgedDoesNotStopTheOthers() {
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < 5; i++) {
            ids.add(ended(execution()));
        }
        var cursed = ids.remove(0);
        advance(DAY);

        try (var engineOnCursed = start(FaultyStore.withoutPurgeOf(store, cursed), settings())) {
            assertThat(engineOnCursed.call(Catalogue.TRIM_RETENTION, TrimRetention.all(DAY, 20)))
                    .isEqualTo(4);
        }

        assertThat(exists(cursed)).isTrue();
        assertThat(ids).noneMatch(this::exists);
        assertThat(trim()).isEqualTo(1);
    }

    @Test
    public void moreThanOneSetIsPurgedByOneCall() {
        var kept = create();
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < 2 * PurgeSet.AS_ONLY_WRITER.executions() + 1; i++) {
            ids.add(ended(CreateExecution.of(SHOP, new LaneId("lane-" + i % 3), "charge")));
        }
        advance(DAY);

        assertThat(trim()).isEqualTo(ids.size());

        assertThat(ids).noneMatch(this::exists);
        assertThat(exists(kept)).isTrue();
        advance(DAY);
        trim();
        assertThat(events()).isEmpty();
    }

    @Test
    public void largeInputsAreLeftToTheNextSetAndNotForgotten() {
        for (int i = 0; i < 5; i++) {
            ended(execution().input(Payload.of(new byte[400_000])));
        }
        advance(DAY);

        assertThat(trim()).isEqualTo(5);
    }

    @Test
    public void executionsThatHaveGoneThroughMoreOrLessGoTogether() {
        var cancelled = ended(execution());
        var completed = create();
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w1").handle(), Optional.empty()));
        advance(DAY);

        assertThat(trim()).isEqualTo(2);
        assertThat(List.of(cancelled, completed)).noneMatch(this::exists);
    }

    @Test
    public void purgeThatIsNotCommittedLeavesEverythingInPlace() {
        var id = create(execution().tag("acme.order", "o-1"));
        engine.call(
                Catalogue.COMPLETE,
                new CompleteRequest(claimOne("w1").handle(), Optional.of(Payload.json("{\"ok\":true}"))));
        var other = ended(execution());
        var reported = events();
        advance(DAY);

        var unit = store.write(0, Deadline.in(Duration.ofSeconds(30)), tx -> {
            var scan = new Scan(tx.now(), DAY, Part.ALL, Optional.empty(), 10);
            tx.apply(tx.retention().lockDue(scan).candidates().stream()
                    .<Change>map(
                            candidate -> new Change.Purged(candidate.loaded().execution()))
                    .toList());
            assertThat(tx.executions().existing(List.of(id, other))).isEmpty();
            throw new IllegalStateException("crashed before the commit");
        });

        assertThat(unit).failsWithin(Duration.ofMinutes(1));
        assertThat(events()).isEqualTo(reported);
        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .isPresent();
        assertThat(engine.call(Catalogue.LIST_ATTEMPTS, new ExecutionRef(id))).hasSize(1);
        assertThat(engine.call(Catalogue.GET_EXECUTION_TAG, new GetExecutionTag(id, "acme.order")))
                .contains("o-1");
        assertThat(subscribe(EventCursor.START).gap()).isFalse();
        assertThat(trim()).isEqualTo(2);
    }

    @Test
    public void executionThatHasChangedSinceIsNotPurged() {
        var id = create();
        var before = engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                .orElseThrow()
                .execution();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));

        var unit = store.write(0, Deadline.in(Duration.ofSeconds(30)), tx -> {
            tx.executions().lock(List.of(id));
            tx.apply(List.of(new Change.Purged(before)));
            return id;
        });

        assertThat(unit).failsWithin(Duration.ofMinutes(1));
        assertThat(exists(id)).isTrue();
        assertThat(events()).isNotEmpty();
    }

    @Test
    public void negativeTimeAndEmptyBatchAreRefused() {
        assertRefused(ErrorCode.INVALID_INPUT, () -> trim(TrimRetention.all(-1, 20)));
        assertRefused(ErrorCode.INVALID_INPUT, () -> trim(TrimRetention.all(DAY, 0)));
    }

    private ExecutionId ended(CreateExecutionBuilder execution) {
        var id = create(execution);
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        return id;
    }

    private static CreateExecutionBuilder keptFor(long millis) {
        return execution().policyJson("{\"stream_policy\":{\"retention_ttl_ms\":" + millis + "}}");
    }

    private boolean purgedAfter(long millis, ExecutionId id) {
        advance(millis);
        trim();
        return !exists(id);
    }

    private CreateExecutionOutcome submit(String key) {
        return engine.call(
                Catalogue.CREATE_EXECUTION, execution().idempotencyKey(key).build());
    }

    private EventPage subscribe(EventCursor cursor) {
        return engine.call(
                Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, 1000, 0));
    }

    private static ExecutionId subject(Event event) {
        return ((ExecutionEvent) event).subject().executionId();
    }

    private int trim() {
        return trim(TrimRetention.all(DAY, 1000));
    }

    private int trim(TrimRetention args) {
        return engine.call(Catalogue.TRIM_RETENTION, args);
    }

    private static TrimRetention filtered(ScannerFilter filter) {
        return new TrimRetention(OptionalInt.empty(), Optional.empty(), DAY, 20, filter);
    }

    private static TrimRetention part(OptionalInt partition, Optional<LaneId> lane) {
        return new TrimRetention(partition, lane, DAY, 20, ScannerFilter.NONE);
    }
}

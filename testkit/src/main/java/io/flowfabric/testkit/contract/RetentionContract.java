package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.CreateExecutionOutcome;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.GetExecutionTag;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.RegisterWorker;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.model.op.TrimRetention;
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
        int told = events().size();
        advance(DAY - 1);
        assertThat(trim()).isZero();
        assertThat(events()).hasSize(told);
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
        var gone = ended(keptFor(10));
        var cursor = subscribe(EventCursor.START).events().get(0).cursor();
        ended(keptFor(10));
        var kept = ended(execution());
        advance(10);
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
    public void whoIsToldOfAGapWithNothingBehindItWaitsBehindIt() {
        ended(keptFor(10));
        var cursor = subscribe(EventCursor.START).cursor();
        ended(keptFor(10));
        advance(10);
        trim();

        var told = subscribe(cursor);
        assertThat(told.gap()).isTrue();
        assertThat(told.events()).isEmpty();
        var next = subscribe(told.cursor());
        assertThat(next.gap()).as("told once").isFalse();
        assertThat(next.cursor()).isEqualTo(told.cursor());

        var later = ended(execution());
        assertThat(subscribe(told.cursor()).events())
                .extracting(item -> subject(((EventItem.Delivered) item).event()))
                .containsOnly(later);
    }

    @Test
    public void numbersOfTrimmedEventsAreNotUsedAgain() {
        ended(keptFor(0));
        var last = subscribe(EventCursor.START).cursor();
        trim();
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

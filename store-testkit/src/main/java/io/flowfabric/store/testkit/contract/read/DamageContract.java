package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.op.timer.ReconcileReport;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 06 §6.2 and §7.1 on a store with tables: rows that a newer program wrote, or that no program could have written. */
public abstract class DamageContract extends ContractSuite {

    /** Changes a table behind the store's back: what stands behind {@code SET}. */
    protected abstract void update(String table, String assignment) throws Exception;

    @Test
    public void undecodableEventIsToldOnceAndTheFeedGoesOn() throws Exception {
        threeEnds();
        damageSecond("namespace = ''");

        var items = items(Set.of(EventFamily.COMPLETION), ScannerFilter.NONE);

        assertThat(items).hasSize(3);
        assertThat(items.get(1)).isInstanceOfSatisfying(EventItem.Damaged.class, item -> {
            assertThat(item.error().code()).isEqualTo(ErrorCode.CORRUPTION);
            assertThat(item.error().detail())
                    .startsWith("event %d:".formatted(item.cursor().number().orElseThrow()));
            assertThat(item.cursor().number().orElseThrow()).isEqualTo(second());
        });
    }

    @Test
    public void undecodablePageIsToldOnceAndTheFeedGoesOn() throws Exception {
        threeEnds();
        update("event_pages", "events = substr(events, 1, 3) WHERE page = 2");

        for (var families : List.of(Set.<EventFamily>of(), Set.of(EventFamily.COMPLETION))) {
            assertThat(items(families, ScannerFilter.NONE))
                    .hasSize(3)
                    .element(1)
                    .isInstanceOf(EventItem.Damaged.class);
        }
        assertThat(items(Set.of(), new ScannerFilter(Optional.of(SHOP), Optional.empty())))
                .hasSize(2);
    }

    @Test
    public void missingColumnOfAnEventIsDamage() throws Exception {
        threeEnds();
        damageSecond("execution_id = NULL");

        assertThat(items(Set.of(), ScannerFilter.NONE).get(1)).isInstanceOf(EventItem.Damaged.class);
    }

    @Test
    public void damageIsNotToldToThoseItMayNotConcern() throws Exception {
        threeEnds();
        damageSecond("execution_id = NULL");

        assertThat(items(Set.of(EventFamily.LEASE), ScannerFilter.NONE)).isEmpty();
        assertThat(items(Set.of(), new ScannerFilter(Optional.of(SHOP), Optional.empty())))
                .hasSize(2)
                .allMatch(EventItem.Delivered.class::isInstance);
    }

    @ParameterizedTest
    @CsvSource({"weather, rain", "operator, promoted"})
    public void unknownFamilyAndTypeAreSkipped(String family, String type) throws Exception {
        threeEnds();
        damageSecond("family = '%s', event_type = '%s'".formatted(family, type));

        assertThat(items(Set.of(), ScannerFilter.NONE)).hasSize(2).allMatch(EventItem.Delivered.class::isInstance);
    }

    @Test
    public void unknownOutcomeKeepsItsWord() throws Exception {
        threeEnds();
        damageSecond("event_type = 'vanished'");

        var item = (EventItem.Delivered) items(Set.of(), ScannerFilter.NONE).get(1);
        assertThat(item.event())
                .isInstanceOfSatisfying(
                        OtherCompletionEvent.class,
                        other -> assertThat(other.outcome()).isEqualTo("vanished"));
    }

    @Test
    public void damagedColumnOfAnExecutionIsNamed() throws Exception {
        var damages = List.of(
                "vector = 999",
                "queue = 999",
                "worker_id = NULL",
                "worker_instance_id = ''",
                "lease_id = NULL",
                "lease_expires_at = NULL",
                "lease_renewed_at = NULL",
                "attempt_id = NULL",
                "attempt_index = NULL",
                "attempt_type = 'odd'",
                "attempt_started_at = NULL");
        for (int priority = 0; priority < damages.size(); priority++) {
            String damage = damages.get(priority);
            var id = create(execution().priority(priority));
            claimOne("w1");
            update("executions", damage + " WHERE rank = " + -priority);

            assertThat(refused(ErrorCode.CORRUPTION, Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                            .detail())
                    .startsWith("execution %s: %s: ".formatted(id, damage.substring(0, damage.indexOf(' '))));
        }
    }

    @Test
    public void executionThatCannotBeFoundWhereItsStateSaysIsCountedAndLeftAlone() throws Exception {
        var damages = List.of(
                "vector = 999",
                "lease_id = NULL",
                "lease_expired_at = 1",
                "vector = 123",
                "vector = 133",
                "completed_at = 1",
                "vector = 10, lease_id = NULL, attempt_timeout_at = 5");
        for (int priority = 1; priority <= damages.size(); priority++) {
            create(execution().priority(priority));
            claimOne("w1");
            update("executions", damages.get(priority - 1) + " WHERE rank = " + -priority);
        }
        var sound = create();

        assertThat(reconcile(ReconcileExecutionIndex.ALL)).isEqualTo(new ReconcileReport(damages.size() + 1, 7));

        assertThat(reconcile(ReconcileExecutionIndex.ALL)).isEqualTo(new ReconcileReport(damages.size() + 1, 7));
        assertThat(describe(sound).vector().isEligible()).isTrue();
    }

    @Test
    public void delayWithoutItsMomentAndEndWithoutItsOwnAreCounted() throws Exception {
        create(execution().priority(1).delayUntil(START + 1000));
        create(execution().priority(2).delayUntil(START + 1000));
        update("executions", "delay_until = NULL WHERE rank = -1");
        for (int i = 3; i <= 5; i++) {
            engine.call(
                    Catalogue.CANCEL_EXECUTION,
                    CancelExecution.byOperator(create(execution().priority(i)), "no longer needed"));
        }
        update("executions", "completed_at = NULL WHERE rank = -3");
        update("executions", "deadline_at = 7 WHERE rank = -4");

        assertThat(reconcile(ReconcileExecutionIndex.ALL)).isEqualTo(new ReconcileReport(5, 3));
    }

    @Test
    public void unreadableExecutionConcernsOnlyThoseWhoAskForAll() throws Exception {
        create();
        create(execution().priority(1));
        update("executions", "vector = 999 WHERE rank = -1");

        assertThat(reconcile(new ReconcileExecutionIndex(OptionalInt.empty(), List.of(LANE), ScannerFilter.NONE)))
                .isEqualTo(new ReconcileReport(1, 0));
        assertThat(reconcile(new ReconcileExecutionIndex(
                        OptionalInt.empty(), List.of(), new ScannerFilter(Optional.of(SHOP), Optional.empty()))))
                .isEqualTo(new ReconcileReport(1, 0));
        assertThat(reconcile(ReconcileExecutionIndex.ALL)).isEqualTo(new ReconcileReport(2, 1));
    }

    @Test
    public void unreadableBlockedExecutionDoesNotFailARegistration() throws Exception {
        var id = create(execution().priority(1));
        engine.call(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(id, Optional.empty(), "waiting_for_capable_worker", Optional.empty()));
        update("executions", "vector = 89 WHERE rank = -1");

        assertThat(engine.call(
                        Catalogue.REGISTER_WORKER,
                        new RegisterWorker(
                                new WorkerId("w1"),
                                new WorkerInstanceId("w1-1"),
                                SHOP,
                                List.of(LANE),
                                CapabilitySet.EMPTY,
                                60_000)))
                .isEqualTo(new RegisterWorkerOutcome.Registered());

        assertThat(engine.load().followUps().waiting()).as("tried again later").isEqualTo(1);
    }

    private ReconcileReport reconcile(ReconcileExecutionIndex wanted) {
        return engine.call(Catalogue.RECONCILE_EXECUTION_INDEX, wanted);
    }

    /** Of executions that are kept for long. */
    private void threeEnds() {
        var kept = execution().policyJson("{\"stream_policy\":{\"retention_ttl_ms\":999999999999}}");
        for (int i = 0; i < 3; i++) {
            engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(kept), "no longer needed"));
        }
    }

    /** Has the events outlive their pages, so that each is a row, and damages one. */
    private void damageSecond(String assignment) throws Exception {
        long second = second();
        advance(RetentionRules.outlivedAfter(0));
        engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, 10));
        update("events", assignment + " WHERE event_id = " + second);
    }

    private long second() {
        return items(Set.of(), ScannerFilter.NONE).get(1).cursor().number().orElseThrow();
    }

    private List<EventItem> items(Set<EventFamily> families, ScannerFilter filter) {
        return engine.call(Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(families, EventCursor.START, filter, 100, 0))
                .events();
    }
}

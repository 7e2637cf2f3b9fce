package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.SubscribeEvents;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 06 §6.2 and §7.1 on a store with tables: rows that a newer program wrote, or that nobody could have written. */
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
            assertThat(item.error().detail()).startsWith("event 2:");
            assertThat(item.cursor()).isEqualTo(EventCursor.ofNumber(2));
        });
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

    private void threeEnds() {
        for (int i = 0; i < 3; i++) {
            engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(), "no longer needed"));
        }
    }

    private void damageSecond(String assignment) throws Exception {
        update("events", assignment + " WHERE event_id = 2");
    }

    private List<EventItem> items(Set<EventFamily> families, ScannerFilter filter) {
        return engine.call(Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(families, EventCursor.START, filter, 100, 0))
                .events();
    }
}

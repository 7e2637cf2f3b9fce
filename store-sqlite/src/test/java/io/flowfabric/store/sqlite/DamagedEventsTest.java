package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.SubscribeEvents;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of the outbox that a newer program wrote, or that nobody could have written. */
class DamagedEventsTest {
    private static final Namespace SHOP = new Namespace("shop");

    private SqliteStore store;
    private Engine engine;

    @BeforeEach
    void open() {
        store = (SqliteStore) new SqliteStoreProvider().open("sqlite::memory:", StoreOptions.DEFAULT);
        engine = LocalEngine.start(store, EngineSettings.DEFAULT.withTimers(false));
        for (int i = 0; i < 3; i++) {
            var id = engine.call(
                            Catalogue.CREATE_EXECUTION,
                            CreateExecution.of(SHOP, new LaneId("main"), "charge")
                                    .build())
                    .executionId();
            engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        }
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void undecodableRowIsToldOnceAndTheFeedGoesOn() throws Exception {
        damage("execution_id = x'0102'");

        var items = items(Set.of(EventFamily.COMPLETION), ScannerFilter.NONE);

        assertThat(items).hasSize(3);
        assertThat(items.get(1)).isInstanceOfSatisfying(EventItem.Damaged.class, item -> {
            assertThat(item.error().code()).isEqualTo(ErrorCode.CORRUPTION);
            assertThat(item.error().detail()).startsWith("event 2:");
            assertThat(item.cursor()).isEqualTo(EventCursor.ofNumber(2));
        });
    }

    @Test
    void missingColumnIsDamage() throws Exception {
        damage("execution_id = NULL");

        assertThat(items(Set.of(), ScannerFilter.NONE).get(1)).isInstanceOf(EventItem.Damaged.class);
    }

    @Test
    void damageIsNotToldToThoseItMayNotConcern() throws Exception {
        damage("execution_id = x'0102'");

        assertThat(items(Set.of(EventFamily.LEASE), ScannerFilter.NONE)).isEmpty();
        assertThat(items(Set.of(), new ScannerFilter(Optional.of(SHOP), Optional.empty())))
                .hasSize(2)
                .allMatch(EventItem.Delivered.class::isInstance);
    }

    @Test
    void unknownFamilyAndTypeAreSkipped() throws Exception {
        damage("family = 'weather', event_type = 'rain'");
        assertThat(items(Set.of(), ScannerFilter.NONE)).hasSize(2).allMatch(EventItem.Delivered.class::isInstance);

        damage("family = 'operator', event_type = 'promoted'");
        assertThat(items(Set.of(), ScannerFilter.NONE)).hasSize(2).allMatch(EventItem.Delivered.class::isInstance);
    }

    @Test
    void unknownOutcomeKeepsItsWord() throws Exception {
        damage("event_type = 'vanished'");

        Event event = ((EventItem.Delivered) items(Set.of(), ScannerFilter.NONE).get(1)).event();
        assertThat(event)
                .isInstanceOfSatisfying(
                        OtherCompletionEvent.class,
                        other -> assertThat(other.outcome()).isEqualTo("vanished"));
    }

    private List<EventItem> items(Set<EventFamily> families, ScannerFilter filter) {
        return engine.call(Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(families, EventCursor.START, filter, 100, 0))
                .events();
    }

    private void damage(String assignment) throws Exception {
        WriteUnit<Boolean> unit = scope -> {
            try (Statement statement = scope.connection().createStatement()) {
                return statement.execute("UPDATE ff_events SET " + assignment + " WHERE event_id = 2");
            }
        };
        TestDatabase.get(store.writer().submit(unit, 0, TestDatabase.inSeconds(30)));
    }
}

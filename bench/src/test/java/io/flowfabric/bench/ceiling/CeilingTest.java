package io.flowfabric.bench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.TestStores;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.store.SqliteBenchStore;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.bench.system.SystemRun;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.FlowFabric;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ceiling does all that the engine does to the store, and nothing that the engine would not understand. */
@Timeout(120)
class CeilingTest {
    private static final int COUNT = 300;
    private static final byte[] PAYLOAD = "payload".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> TABLES = List.of("executions", "contents", "attempts", "queues");

    /** By these the engine finds executions on PostgreSQL; on SQLite by indexes. */
    private static final List<String> ENTRIES =
            List.of("fresh_entries", "returned_entries", "lease_entries", "ended_entries");

    static Stream<BenchStores> benchStores() {
        return TestStores.all().stream();
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void engineFindsEveryExecutionCompleted(BenchStores stores) throws Exception {
        try (var benchStore = stores.fresh()) {
            run(ceiling(benchStore));

            try (var fabric = FlowFabric.open(benchStore.address())) {
                var ids = ids(fabric.engine());
                assertThat(ids).hasSize(COUNT);
                for (var id : ids) {
                    assertCompleted(fabric.engine(), id);
                }
            }
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void asManyRowsAreWrittenAsByTheEngine(BenchStores stores) throws Exception {
        Map<String, Long> byHand;
        Map<String, Long> toldByHand;
        try (var benchStore = stores.fresh()) {
            run(ceiling(benchStore));
            byHand = rows(benchStore);
            toldByHand = told(benchStore);
        }

        try (var benchStore = stores.fresh()) {
            run(new FlowFabricRun(benchStore, 4, 1));
            assertThat(byHand).isEqualTo(rows(benchStore)).containsEntry("attempts", (long) COUNT);
            assertThat(toldByHand).isEqualTo(told(benchStore)).hasSize(3);
        }
    }

    private static SystemRun ceiling(BenchStore benchStore) {
        return benchStore instanceof PostgresBenchStore postgres
                ? new PostgresCeiling(postgres)
                : new SqliteCeiling((SqliteBenchStore) benchStore);
    }

    private static void run(SystemRun contestant) throws Exception {
        try (contestant) {
            contestant.prepare();
            contestant.submit(COUNT, PAYLOAD);
            contestant.drain();
        }
    }

    private static void assertCompleted(Engine engine, ExecutionId id) {
        var reference = new ExecutionRef(id);
        var snapshot = engine.call(Catalogue.DESCRIBE_EXECUTION, reference).orElseThrow();
        assertThat(snapshot.publicState()).isEqualTo(PublicState.COMPLETED);
        assertThat(snapshot.currentLease()).isEmpty();
        assertThat(engine.call(Catalogue.READ_EXECUTION_CONTEXT, reference).inputPayload())
                .isEqualTo(Payload.of(PAYLOAD));
        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, reference)
                        .orElseThrow()
                        .bytes())
                .isEqualTo(CeilingBatches.RESULT);
        assertThat(engine.call(Catalogue.LIST_ATTEMPTS, reference))
                .singleElement()
                .satisfies(attempt -> {
                    assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_SUCCESS);
                    assertThat(attempt.holder()).isPresent();
                });
    }

    private static List<ExecutionId> ids(Engine engine) {
        return engine.call(Catalogue.LIST_EXECUTIONS, new ListExecutions(OptionalInt.empty(), Optional.empty(), 1000))
                .executions();
    }

    private static Map<String, Long> rows(BenchStore benchStore) throws SQLException {
        boolean hasEntries = benchStore instanceof PostgresBenchStore;
        String prefix = hasEntries ? "flowfabric." : "ff_";
        var tables = new ArrayList<>(TABLES);
        if (hasEntries) {
            tables.addAll(ENTRIES);
        }
        var rows = new TreeMap<String, Long>();
        try (var connection = connect(benchStore);
                var statement = connection.createStatement()) {
            for (var table : tables) {
                try (var count = statement.executeQuery("SELECT count(*) FROM " + prefix + table)) {
                    count.next();
                    rows.put(table, count.getLong(1));
                }
            }
        }
        return rows;
    }

    /** How many events of each kind the outbox tells of; without renewals, which a slow machine needs. */
    private static Map<String, Long> told(BenchStore benchStore) {
        var told = new TreeMap<String, Long>();
        try (var fabric = FlowFabric.open(benchStore.address())) {
            var page = events(fabric.engine(), EventCursor.START);
            while (!page.events().isEmpty()) {
                for (var item : page.events()) {
                    var event = ((EventItem.Delivered) item).event();
                    if (event instanceof CompletionEvent completion) {
                        told.merge("completion " + completion.outcome(), 1L, Long::sum);
                    } else if (event instanceof LeaseEvent lease && lease.type() != LeaseEventType.RENEWED) {
                        told.merge("lease " + lease.type() + lease.reason() + lease.revokedBy(), 1L, Long::sum);
                    }
                }
                page = events(fabric.engine(), page.cursor());
            }
        }
        return told;
    }

    private static EventPage events(Engine engine, EventCursor cursor) {
        return engine.call(
                Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, 1000, 0));
    }

    private static Connection connect(BenchStore benchStore) throws SQLException {
        return benchStore instanceof PostgresBenchStore postgres
                ? postgres.connect()
                : DriverManager.getConnection("jdbc:sqlite:" + ((SqliteBenchStore) benchStore).file());
    }
}

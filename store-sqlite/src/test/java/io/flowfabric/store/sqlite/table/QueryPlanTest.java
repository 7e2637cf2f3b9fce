package io.flowfabric.store.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.store.sqlite.Population;
import io.flowfabric.store.sqlite.SqliteStore;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.sqlite.writer.WriteUnit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hot statements are served by their index, whatever the file holds and whether it was analysed or not. */
class QueryPlanTest {

    /** What a file holds, and whether SQLite has gathered statistics about it. */
    record State(Population population, boolean analysed) {}

    private static final List<String> OTHER_INDEXES =
            List.of("ff_executions_retained", "ff_executions_ended", "ff_executions_unrouted");

    private static final Map<State, SqliteStore> STORES = new LinkedHashMap<>();

    @BeforeAll
    static void fill() throws Exception {
        for (Population population : Population.values()) {
            for (boolean analysed : List.of(false, true)) {
                var store = (SqliteStore) new SqliteStoreProvider().open("sqlite::memory:", StoreOptions.DEFAULT);
                STORES.put(new State(population, analysed), store);
                run(store, scope -> {
                    population.fill(scope.connection());
                    return analysed && scope.prepare("ANALYZE").execute();
                });
            }
        }
    }

    @AfterAll
    static void close() {
        STORES.values().forEach(SqliteStore::close);
    }

    static Set<State> states() {
        return STORES.keySet();
    }

    @ParameterizedTest
    @MethodSource("states")
    void claimsReadTheFrontOfTheirIndex(State state) throws Exception {
        check(state, plans -> {
            for (boolean behind : List.of(false, true)) {
                String bound = behind ? "queue=? AND (rank,created_at,id)>(?,?,?)" : "queue=?";
                assertThat(plans.of(SqliteClaimQueries.statement(SqliteClaimQueries.FRESH, behind)))
                        .containsExactly("SEARCH ff_executions USING INDEX ff_executions_fresh (" + bound + ")");
                assertThat(plans.of(SqliteClaimQueries.statement(SqliteClaimQueries.RETURNED, behind)))
                        .containsExactly("SEARCH ff_executions USING INDEX ff_executions_returned (" + bound + ")");
                assertThat(plans.of(FreshExecutions.statement(behind)))
                        .containsExactly(
                                "SEARCH e USING INDEX ff_executions_fresh (" + bound + ")",
                                "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)",
                                "SEARCH g USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void claimOfManyQueuesReadsTheFrontOfEach(State state) throws Exception {
        check(state, plans -> {
            for (boolean behind : List.of(false, true)) {
                String bound = behind ? "queue=? AND (rank,created_at,id)>(?,?,?)" : "queue=?";
                assertFirstOfEach(plans, SqliteClaimQueries.FRESH, behind, "ff_executions_fresh (" + bound + ")");
                assertFirstOfEach(plans, SqliteClaimQueries.RETURNED, behind, "ff_executions_returned (" + bound + ")");
            }
        });
    }

    private static void assertFirstOfEach(Plans plans, String index, boolean behind, String searched)
            throws SQLException {
        assertThat(plans.of(SqliteClaimQueries.firstOfEach(index, behind)))
                .contains("SEARCH e USING INTEGER PRIMARY KEY (rowid=?)")
                .contains("SEARCH ff_executions USING INDEX " + searched)
                .noneMatch(step -> step.contains("TEMP B-TREE"));
    }

    @ParameterizedTest
    @MethodSource("states")
    void dueExecutionsAreReadFromTheIndexOfTheirKind(State state) throws Exception {
        check(state, plans -> {
            for (DueKind kind : DueKind.values()) {
                assertThat(plans.of(SqliteDueQueries.statement(kind)))
                        .singleElement(STRING)
                        .startsWith("SEARCH ff_executions USING INDEX " + index(kind) + " (")
                        .endsWith(column(kind) + "<?)");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void nextDueTimeIsTheFirstEntryOfEachIndex(State state) throws Exception {
        check(state, plans -> {
            var searches = plans.of(SqliteDueQueries.NEXT).stream()
                    .filter(step -> step.contains("ff_executions"))
                    .toList();
            assertThat(searches).hasSize(DueKind.values().length + OTHER_INDEXES.size());
            for (String other : OTHER_INDEXES) {
                assertThat(searches).anyMatch(step -> step.startsWith("SEARCH ff_executions USING INDEX " + other));
            }
            for (DueKind kind : DueKind.values()) {
                assertThat(searches)
                        .anyMatch(step -> step.startsWith("SEARCH ff_executions USING INDEX " + index(kind)));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void followUpsAreFoundByKindAndTime(State state) throws Exception {
        check(state, plans -> {
            assertThat(plans.of(SqliteFollowUpTable.DUE))
                    .singleElement(STRING)
                    .isEqualTo("SEARCH ff_follow_ups USING INDEX ff_follow_ups_due (kind=? AND next_try_at<?)");
            for (String sql : List.of(SqliteFollowUpTable.KINDS_DUE, SqliteFollowUpTable.NEXT)) {
                assertThat(plans.of(sql))
                        .anyMatch(step -> step.contains(" INDEX ff_follow_ups_due (kind=?"))
                        .noneMatch(step -> step.contains("SCAN ff_follow_ups") || step.contains("TEMP B-TREE"));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void reclaimableLeasesAreReadInTheOrderOfTheirIndex(State state) throws Exception {
        check(
                state,
                plans -> assertThat(plans.of(SqliteDueQueries.RECLAIMABLE))
                        .singleElement(STRING)
                        .startsWith("SEARCH ff_executions USING INDEX ff_executions_lapse (")
                        .contains(">"));
    }

    @ParameterizedTest
    @MethodSource("states")
    void scanOfALaneReadsTheIndexesOfTheClaims(State state) throws Exception {
        check(state, plans -> {
            for (String source : List.of(SqliteClaimQueries.FRESH, SqliteClaimQueries.ELIGIBLE_RETURNED)) {
                assertThat(plans.of(SqliteClaimQueries.eligibleStatement(source)))
                        .singleElement(STRING)
                        .startsWith("SEARCH ff_executions USING INDEX ff_executions_")
                        .contains("(queue=?");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void queuesOfANamespaceAreReadWithoutThoseOfOthers(State state) throws Exception {
        check(state, plans -> {
            assertThat(plans.of(SqliteQueueTable.OF_NAMESPACE))
                    .contains("SEARCH ff_queues USING INDEX sqlite_autoindex_ff_queues_1 (lane=? AND namespace=?)");
            assertThat(plans.of(SqliteMissedWakeUpQueries.WORK_OF_NAMESPACES))
                    .anyMatch(step -> step.endsWith("INDEX sqlite_autoindex_ff_queues_1 (lane=? AND namespace=?)"));
            assertThat(plans.of(SqliteQueueCounts.DUE))
                    .containsExactly("SEARCH ff_queues USING INDEX ff_queues_look (look_at<?)");
            assertThat(plans.of(SqliteQueueCounts.REMOVE))
                    .contains("SEARCH ff_queues USING INTEGER PRIMARY KEY (rowid=?)")
                    .noneMatch(step -> step.startsWith("SCAN ff_"));
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void eventsAreReadByTheirNumber(State state) throws Exception {
        check(state, plans -> {
            assertThat(plans.of(SqliteEventTable.PAGES))
                    .containsExactly("SEARCH ff_event_pages USING INTEGER PRIMARY KEY (rowid>?)");
            assertThat(plans.of(SqliteEventTable.TAKEN_AWAY_PAGES))
                    .containsExactly("SEARCH ff_event_pages USING INDEX ff_event_pages_taken_away (page>?)");
            assertThat(plans.of(SqliteEventTable.ROWS))
                    .containsExactly("SEARCH ff_events USING INTEGER PRIMARY KEY (rowid>?)");
            assertThat(plans.of(SqliteEventTable.TAKEN_AWAY_ROWS))
                    .containsExactly("SEARCH ff_events USING INDEX ff_events_taken_away (event_id>?)");
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void outboxIsTrimmedFromItsFront(State state) throws Exception {
        check(state, plans -> {
            assertThat(plans.of(SqliteEventTrim.FRONT))
                    .contains("SEARCH ff_event_pages USING INTEGER PRIMARY KEY (rowid>?)");
            assertThat(plans.of(SqliteEventTrim.OLDEST)).containsExactly("SEARCH ff_executions");
            assertThat(plans.of(SqliteEventTrim.KEPT))
                    .allMatch(step -> step.matches("SEARCH ff_executions USING (COVERING )?INDEX .* \\(id=\\?\\)"));
            assertThat(plans.of(SqliteEventTrim.DELETE))
                    .containsExactly("SEARCH ff_event_pages USING INTEGER PRIMARY KEY (rowid<?)");
            assertThat(plans.of(SqliteEventTrim.KEYS))
                    .containsExactly("SEARCH ff_worker_event_keys USING PRIMARY KEY (occurred_at<?)");
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void passesThatRunForEverReadNoWholeTable(State state) throws Exception {
        check(state, plans -> {
            for (String statement : List.of(
                    SqliteDueQueries.NEXT,
                    SqliteDueQueries.UNROUTED,
                    SqliteRetentionQueries.RETAINED,
                    SqliteRetentionQueries.ENDED,
                    SqliteLeaseQueries.EXPIRED,
                    SqliteWorkerTable.ENDED,
                    SqliteWorkerTable.LIST,
                    SqlitePurge.EVENTS,
                    SqliteEventTrim.EVENTS_OF_NONE,
                    SqlitePurge.KEYS,
                    SqliteExecutionTable.LOAD_UNROUTED)) {
                assertThat(plans.of(statement))
                        .as(statement)
                        .noneMatch(
                                step -> step.matches("SCAN (ff_(executions|events|workers|idempotency_keys)|e)\\b.*"));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void whatIsPurgedIsDeletedByRowNumber(State state) throws Exception {
        check(state, plans -> {
            for (String statement : List.of(SqlitePurge.NEWEST_EVENT, SqlitePurge.EVENTS)) {
                assertThat(plans.of(statement))
                        .contains("SEARCH ff_events USING INDEX ff_events_execution (execution_seq=?)");
            }
            assertThat(plans.of(SqlitePurge.BELONGINGS.get(0)))
                    .contains("SEARCH ff_attempts USING PRIMARY KEY (seq=?)");
            assertThat(plans.of(SqlitePurge.BELONGINGS.get(1)))
                    .contains("SEARCH ff_grants USING INTEGER PRIMARY KEY (rowid=?)");
            assertThat(plans.of(SqlitePurge.BELONGINGS.get(2)))
                    .contains("SEARCH ff_contents USING INTEGER PRIMARY KEY (rowid=?)");
            assertThat(plans.of(SqlitePurge.EXECUTIONS))
                    .contains("SEARCH ff_executions USING INTEGER PRIMARY KEY (rowid=?)");
            assertThat(plans.of(SqliteExecutionTable.LOAD_SIZED))
                    .contains("SEARCH e USING INTEGER PRIMARY KEY (rowid=?)")
                    .noneMatch(step -> step.startsWith("SCAN ") && !step.contains("json_each"));
        });
    }

    private static String index(DueKind kind) {
        return "ff_executions_"
                + switch (kind) {
                    case DELAY -> "delay";
                    case LEASE_EXPIRY -> "lease_end";
                    case ATTEMPT_TIMEOUT -> "timeout";
                    case DEADLINE -> "deadline";
                };
    }

    private static String column(DueKind kind) {
        return switch (kind) {
            case DELAY -> "delay_until";
            case LEASE_EXPIRY -> "lease_expires_at";
            case ATTEMPT_TIMEOUT -> "attempt_timeout_at";
            case DEADLINE -> "deadline_at";
        };
    }

    private interface Check {
        void run(Plans plans) throws SQLException;
    }

    private static void check(State state, Check check) throws Exception {
        run(STORES.get(state), scope -> {
            check.run(new Plans(scope.connection()));
            return true;
        });
    }

    private static void run(SqliteStore store, WriteUnit<Boolean> unit) throws Exception {
        TestDatabase.get(store.writer().submit(unit, 1, TestDatabase.inSeconds(30)));
    }

    /** The steps by which SQLite would carry out a statement; whether an index covers it all makes no difference. */
    private record Plans(Connection connection) {
        List<String> of(String sql) throws SQLException {
            var steps = new ArrayList<String>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
                while (row.next()) {
                    steps.add(row.getString("detail").replace("COVERING ", ""));
                }
            }
            return steps;
        }
    }
}

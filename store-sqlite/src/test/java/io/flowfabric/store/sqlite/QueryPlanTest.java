package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
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
                assertThat(plans.of(ClaimQueries.statement(ClaimQueries.FRESH, behind)))
                        .containsExactly("SEARCH ff_executions USING INDEX ff_executions_fresh (" + bound + ")");
                assertThat(plans.of(ClaimQueries.statement(ClaimQueries.RETURNED, behind)))
                        .containsExactly("SEARCH ff_executions USING INDEX ff_executions_returned (" + bound + ")");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void claimOfManyQueuesReadsTheFrontOfEach(State state) throws Exception {
        check(state, plans -> {
            for (boolean behind : List.of(false, true)) {
                String bound = behind ? "queue=? AND (rank,created_at,id)>(?,?,?)" : "queue=?";
                assertFirstOfEach(plans, ClaimQueries.FRESH, behind, "ff_executions_fresh (" + bound + ")");
                assertFirstOfEach(plans, ClaimQueries.RETURNED, behind, "ff_executions_returned (" + bound + ")");
            }
        });
    }

    private static void assertFirstOfEach(Plans plans, String index, boolean behind, String searched)
            throws SQLException {
        assertThat(plans.of(ClaimQueries.firstOfEach(index, behind)))
                .contains("SEARCH e USING INTEGER PRIMARY KEY (rowid=?)")
                .contains("SEARCH ff_executions USING INDEX " + searched)
                .noneMatch(step -> step.contains("TEMP B-TREE"));
    }

    @ParameterizedTest
    @MethodSource("states")
    void dueExecutionsAreReadFromTheIndexOfTheirAlarm(State state) throws Exception {
        check(state, plans -> {
            for (Alarm alarm : Alarm.values()) {
                assertThat(plans.of(DueQueries.statement(alarm)))
                        .singleElement(STRING)
                        .startsWith("SEARCH ff_executions USING INDEX " + index(alarm) + " (")
                        .endsWith(column(alarm) + "<?)");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void nextAlarmIsTheFirstEntryOfEachIndex(State state) throws Exception {
        check(state, plans -> {
            var searches = plans.of(DueQueries.NEXT).stream()
                    .filter(step -> step.contains("ff_executions"))
                    .toList();
            assertThat(searches).hasSize(Alarm.values().length + OTHER_INDEXES.size());
            for (String other : OTHER_INDEXES) {
                assertThat(searches).anyMatch(step -> step.startsWith("SEARCH ff_executions USING INDEX " + other));
            }
            for (Alarm alarm : Alarm.values()) {
                assertThat(searches)
                        .anyMatch(step -> step.startsWith("SEARCH ff_executions USING INDEX " + index(alarm)));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void lapsedLeasesAreReadInTheOrderOfTheirIndex(State state) throws Exception {
        check(
                state,
                plans -> assertThat(plans.of(DueQueries.LAPSES))
                        .singleElement(STRING)
                        .startsWith("SEARCH ff_executions USING INDEX ff_executions_lapse (")
                        .contains(">"));
    }

    @ParameterizedTest
    @MethodSource("states")
    void scanOfALaneReadsTheIndexesOfTheClaims(State state) throws Exception {
        check(state, plans -> {
            for (String source : List.of(ClaimQueries.FRESH, ClaimQueries.ELIGIBLE_RETURNED)) {
                assertThat(plans.of(ClaimQueries.eligibleStatement(source)))
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
            assertThat(plans.of(QueueTable.OF_NAMESPACE))
                    .contains("SEARCH ff_queues USING INDEX sqlite_autoindex_ff_queues_1 (lane=? AND namespace=?)");
            assertThat(plans.of(LaneQueries.MAY_HAVE_WORK_OF_NAMESPACE))
                    .anyMatch(step -> step.endsWith("INDEX sqlite_autoindex_ff_queues_1 (lane=? AND namespace=?)"));
            assertThat(plans.of(QueueCounts.DUE))
                    .containsExactly("SEARCH ff_queues USING INDEX ff_queues_look (look_at<?)");
            assertThat(plans.of(QueueCounts.REMOVE))
                    .contains("SEARCH ff_queues USING INTEGER PRIMARY KEY (rowid=?)")
                    .noneMatch(step -> step.startsWith("SCAN ff_"));
        });
    }

    @ParameterizedTest
    @MethodSource("states")
    void eventsAreReadByTheirNumber(State state) throws Exception {
        check(
                state,
                plans -> assertThat(plans.of(EventTable.AFTER))
                        .containsExactly("SEARCH ff_events USING INTEGER PRIMARY KEY (rowid>?)"));
        check(
                state,
                plans -> assertThat(plans.of(EventTable.TAKEN_AWAY_AFTER))
                        .containsExactly("SEARCH ff_events USING INDEX ff_events_taken_away (event_id>?)"));
    }

    @ParameterizedTest
    @MethodSource("states")
    void passesThatRunForEverReadNoWholeTable(State state) throws Exception {
        check(state, plans -> {
            for (String statement : List.of(
                    DueQueries.NEXT,
                    DueQueries.UNROUTED,
                    RetentionQueries.RETAINED,
                    RetentionQueries.ENDED,
                    LeaseQueries.EXPIRED,
                    WorkerTable.ENDED,
                    WorkerTable.LIST,
                    Purge.EVENTS,
                    Purge.EVENTS_OF_NONE,
                    Purge.KEYS,
                    ExecutionTable.LOAD_UNROUTED)) {
                assertThat(plans.of(statement))
                        .as(statement)
                        .noneMatch(
                                step -> step.matches("SCAN (ff_(executions|events|workers|idempotency_keys)|e)\\b.*"));
            }
        });
    }

    private static String index(Alarm alarm) {
        return "ff_executions_"
                + switch (alarm) {
                    case DELAY -> "delay";
                    case LEASE_EXPIRY -> "lease_end";
                    case ATTEMPT_TIMEOUT -> "timeout";
                    case DEADLINE -> "deadline";
                };
    }

    private static String column(Alarm alarm) {
        return switch (alarm) {
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

package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.store.jdbc.ExecutionColumn;
import io.flowfabric.store.postgres.ArrayRows.Shape;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The hot statements are served by their index, whatever the tables hold and whether they were analysed or not. A table
 * without a page may be read through: there is nothing to read.
 */
class QueryPlanTest {
    private static final String QUEUES = "'{1,2,3}'";
    private static final double MOST_COST = 1_000_000;

    /** The first keys are read without the others, and without being sorted. */
    private static final String IN_ORDER_FROM =
            "Limit\\s+->\\s+(WindowAgg\\s+(Window: [^\n]+\\s+)?->\\s+)?Index (Only )?Scan using ";

    /** A table of one row without an index, and the few queues; neither is asked for under load. */
    private static final Set<String> READ_THROUGH =
            Set.of(PgEventTable.TRIMMED_TO, PgPurge.TRIMMED_TO, PgDueQueries.UNROUTED);

    /** What the tables hold, and whether PostgreSQL has gathered statistics about them. */
    record State(Population population, boolean analysed) {}

    private static final Map<State, Plans> PLANS = new LinkedHashMap<>();

    @BeforeAll
    static void fill() throws Exception {
        for (Population population : Population.values()) {
            for (boolean analysed : population == Population.EMPTY ? List.of(false) : List.of(false, true)) {
                String address = TestPostgres.freshAddress();
                new PostgresStoreProvider().migrations(address).apply();
                var schema = PostgresAddress.parse(address).schema();
                Connection connection = TestPostgres.connect(address);
                population.fill(connection, schema);
                if (analysed) {
                    try (var statement = connection.createStatement()) {
                        statement.execute(schema.in("ANALYZE ff.executions, ff.events"));
                    }
                }
                PLANS.put(new State(population, analysed), new Plans(connection, schema));
            }
        }
    }

    @AfterAll
    static void close() throws Exception {
        for (var plans : PLANS.values()) {
            plans.connection().close();
        }
    }

    static Set<State> states() {
        return PLANS.keySet();
    }

    static List<State> filledStates() {
        return PLANS.keySet().stream()
                .filter(state -> state.population() != Population.EMPTY)
                .toList();
    }

    /** Without statistics a queue is taken for so short that sorting it seems as cheap as reading it in order. */
    @ParameterizedTest
    @MethodSource("filledStates")
    void claimsReadTheFrontOfTheirIndexes(State state) throws Exception {
        for (String plan : claims(state, "SELECT " + PgScope.BY_INDEX)) {
            for (String index : List.of("executions_fresh", "executions_returned")) {
                assertServedBy(index, plan);
                if (state.analysed()) {
                    assertThat(plan).containsPattern(IN_ORDER_FROM + index + "\\b");
                }
            }
        }
        assertThat(claims(state, PgClaimStatements.READ_IN_ORDER).get(2))
                .containsPattern(IN_ORDER_FROM + "executions_fresh\\b");
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void claimsVisitAsManyRowsAsTheyLock(State state) throws Exception {
        for (String plan : claims(state, "SELECT " + PgScope.BY_INDEX)) {
            assertThat(plan)
                    .containsPattern("Limit\\s+->\\s+LockRows\\s+->\\s+Nested Loop\\s+->\\s+Function Scan on unnest p"
                            + "\\s+->\\s+Tid Scan on executions e");
        }
    }

    /** An index with two lower bounds may be entered at the lower one, in front of all that is dead there. */
    @ParameterizedTest
    @MethodSource("filledStates")
    void claimFromMarksEntersTheIndexAtTheMark(State state) throws Exception {
        var plan = claims(state, "SELECT " + PgScope.BY_INDEX).get(2);

        assertThat(plan.lines()
                        .dropWhile(line -> !line.contains("executions_fresh"))
                        .filter(line -> line.contains("Index Cond:"))
                        .findFirst()
                        .orElseThrow())
                .contains("ROW(rank, created_at) >= ROW(q.from_rank, q.since)")
                .doesNotContain("ROW(rank, created_at, id)");
    }

    /** A lane of three queues, the same in two steps, and from marks. */
    private static List<String> claims(State state, String first) throws Exception {
        var plans = PLANS.get(state);
        var lane = List.of(
                "'{\"{1,2,3}\"}'", "'{0}'", "'{1800000000500}'", "'{\\\\\\\\x00}'", "'{4}'", "'{50}'", "'{34}'");
        var ranges = List.of(
                QUEUES,
                "'{-2147483648,0,1}'",
                "'{-9223372036854775808,1800000000500,-9223372036854775808}'",
                "'{-1,0,2147483647}'");
        var laneWithRanges = Stream.concat(lane.stream(), ranges.stream()).toArray(String[]::new);
        return List.of(
                plans.after(first, true, PgClaimStatements.OF_FEW_QUEUES, lane.toArray(String[]::new)),
                plans.after(first, true, PgClaimStatements.OF_MANY_QUEUES, lane.toArray(String[]::new)),
                plans.after(first, true, PgClaimStatements.FROM_THE_MARKS, laneWithRanges));
    }

    @ParameterizedTest
    @MethodSource("states")
    void changesFindTheirRowsByIdHoweverFewThereAre(State state) throws Exception {
        String change = PgChanges.text(new PgChanges.Form(List.of(ExecutionColumn.VERSION), List.of(Shape.ONCE)));
        assertServedBy(
                "executions_id",
                PLANS.get(state).after("SELECT " + PgScope.BY_INDEX, true, change, "2", "'{}'", "'{}'"));
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void lanesWithWorkAreFoundInTheIndexesOfTheClaims(State state) throws Exception {
        for (boolean onceForAll : List.of(false, true)) {
            var plans = PLANS.get(state);
            for (String plan : List.of(
                    plans.of(onceForAll, PgLaneQueries.MAY_HAVE_WORK, "'{lane-1,lane-2}'"),
                    plans.of(onceForAll, PgClaimStatements.WITH_CANDIDATES, QUEUES))) {
                assertThat(plan)
                        .containsPattern("using executions_fresh\\b")
                        .containsPattern("using executions_returned\\b")
                        .doesNotContain("Seq Scan on executions");
            }
        }
    }

    /** As writes plan: a table that was small when a plan was made may have grown. */
    @ParameterizedTest
    @MethodSource("states")
    void queuesAreFoundByNamespaceAndNumberAndTime(State state) throws Exception {
        var plans = PLANS.get(state);
        String asWrites = "SELECT " + PgScope.PLANNING;
        assertServedBy(
                "queues_lane_namespace_capabilities_kind_key",
                plans.after(asWrites, true, PgQueueTable.OF_NAMESPACE, "'{lane-1}'", "'shop'"));
        assertServedBy("queues_pkey", plans.after(asWrites, true, PgQueueCounts.COUNT, QUEUES, "'{1,1,1}'"));
        assertServedBy("queues_look", plans.after(asWrites, true, PgQueueCounts.DUE, "5", "500"));
        assertThat(plans.of(false, PgDueQueries.AHEAD, "86400000", "86400000", "0", "'\\x00'", "0"))
                .containsPattern("Scan using queues_look\\b");
        for (String sql : List.of(PgQueueCounts.EMPTY, PgQueueCounts.CERTAINLY_EMPTY, PgQueueCounts.LOCK_COUNTS)) {
            assertServedBy("queue_counts_pkey", plans.after(asWrites, true, sql, QUEUES));
        }
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void loadIsCountedAlongIndexes(State state) throws Exception {
        assertThat(PLANS.get(state).of(false, PgLaneQueries.LOAD))
                .containsPattern("(using|on) executions_fresh\\b")
                .containsPattern("(using|on) executions_returned\\b")
                .containsPattern("(using|on) executions_delay\\b")
                .containsPattern("(using|on) executions_lease_end\\b")
                .containsPattern("(using|on) executions_lapse\\b")
                .doesNotContain("Seq Scan on executions");
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void dueExecutionsAreReadFromTheIndexOfTheirAlarm(State state) throws Exception {
        for (boolean onceForAll : List.of(false, true)) {
            for (Alarm alarm : Alarm.values()) {
                assertServedBy(
                        index(alarm), PLANS.get(state).of(onceForAll, PgDueQueries.statement(alarm), "500", "100"));
                assertServedBy(
                        index(alarm),
                        PLANS.get(state).of(onceForAll, PgDueQueries.locking(alarm), "500", "'{}'", "100"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("states")
    void nextAlarmIsTheFirstEntryOfEachIndex(State state) throws Exception {
        String plan = PLANS.get(state).of(false, PgDueQueries.NEXT, "86400000", "86400000");
        for (Alarm alarm : Alarm.values()) {
            assertOrderedBy(index(alarm), plan);
        }
        assertOrderedBy("executions_unrouted", plan);
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void blockedQueuesAreFoundWithoutReadingWhatIsBlocked(State state) throws Exception {
        assertThat(PLANS.get(state).of(false, PgDueQueries.UNROUTED))
                .containsPattern("Index (Only )?Scan using executions_unrouted\\b");
    }

    @ParameterizedTest
    @MethodSource("states")
    void lapsedLeasesAreReadFromTheirIndex(State state) throws Exception {
        for (boolean onceForAll : List.of(false, true)) {
            assertServedBy(
                    "executions_lapse",
                    PLANS.get(state).of(onceForAll, PgDueQueries.LAPSES, "0", "'\\x00'", "20000", "100"));
        }
    }

    @ParameterizedTest
    @MethodSource("states")
    void eventsAreReadByTheirNumber(State state) throws Exception {
        for (boolean onceForAll : List.of(false, true)) {
            assertServedBy("events_pkey", PLANS.get(state).of(onceForAll, PgEventTable.AFTER, "100", "20000", "100"));
            assertServedBy(
                    "events_taken_away",
                    PLANS.get(state).of(onceForAll, PgEventTable.TAKEN_AWAY_AFTER, "100", "20000", "100"));
        }
    }

    /** From a tenth of that on, a server with its own defaults compiles a statement each time it is carried out. */
    @ParameterizedTest
    @MethodSource("states")
    void noStatementCostsMuchByTheSettingsOfAWrite(State state) throws Exception {
        assertCheap(state, "SELECT " + PgScope.PLANNING);
    }

    @ParameterizedTest
    @MethodSource("states")
    void noStatementCostsMuchByTheSettingsOfTheServer(State state) throws Exception {
        assertCheap(state, "SELECT 1");
    }

    private static void assertCheap(State state, String settings) throws Exception {
        var expensive = new LinkedHashMap<String, Double>();
        for (String statement : StatementTexts.all()) {
            double cost = PLANS.get(state).cost(settings, statement);
            if (cost > MOST_COST && !READ_THROUGH.contains(statement)) {
                expensive.put(statement, cost);
            }
        }
        assertThat(expensive).isEmpty();
    }

    /** Nothing but what the index names is read. */
    private static void assertServedBy(String index, String plan) {
        assertThat(plan)
                .containsPattern("(Index (Only )?Scan using|Bitmap Index Scan on) " + index + "\\b")
                .doesNotContain("Seq Scan");
    }

    /** The index gives the rows in the order that is asked for, so that the first are found without the others. */
    private static void assertOrderedBy(String index, String plan) {
        assertThat(plan)
                .containsPattern("Index (Only )?Scan using " + index + "\\b")
                .doesNotContain("Seq Scan", "Sort");
    }

    private static String index(Alarm alarm) {
        return "executions_"
                + switch (alarm) {
                    case DELAY -> "delay";
                    case LEASE_EXPIRY -> "lease_end";
                    case ATTEMPT_TIMEOUT -> "timeout";
                    case DEADLINE -> "deadline";
                };
    }
}

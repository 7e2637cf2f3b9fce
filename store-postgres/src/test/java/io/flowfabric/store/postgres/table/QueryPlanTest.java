package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.table.ArrayRows.Shape;
import io.flowfabric.store.postgres.transaction.Plans;
import io.flowfabric.store.postgres.transaction.Population;
import io.flowfabric.store.postgres.transaction.PostgresScope;
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
    private static final String KINDS = "'{release_routes}'";
    private static final double MOST_COST = 1_000_000;

    /** The first keys are read without the others, and without being sorted. */
    private static final String IN_ORDER_FROM =
            "Limit\\s+->\\s+(WindowAgg\\s+(Window: [^\n]+\\s+)?->\\s+)?Index (Only )?Scan using ";

    /** A table of one row without an index, and the few queues; neither is asked for under load. */
    private static final Set<String> READ_THROUGH = Set.of(
            PostgresEventTable.TRIMMED_TO,
            PostgresEventTrim.TRIMMED_PAGE,
            PostgresEventTrim.TRIMMED,
            PostgresPurge.TRIMMED_TO,
            PostgresDueQueries.UNROUTED);

    /** What the tables hold, and whether PostgreSQL has gathered statistics about them since. */
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
                        statement.execute(schema.in("ANALYZE " + String.join(", ", Population.TABLES)));
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
        for (String plan : claims(state, "SELECT " + PostgresScope.BY_INDEX)) {
            for (String index : List.of("fresh_entries_pkey", "returned_entries_pkey")) {
                assertServedBy(index, plan);
                if (state.analysed()) {
                    assertThat(plan).containsPattern(IN_ORDER_FROM + index + "\\b");
                }
            }
        }
        assertThat(claims(state, PostgresClaimStatements.READ_IN_ORDER).get(2))
                .containsPattern(IN_ORDER_FROM + "fresh_entries_pkey\\b");
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void claimsVisitAsManyRowsAsTheyLock(State state) throws Exception {
        for (String plan : claims(state, "SELECT " + PostgresScope.BY_INDEX)) {
            assertThat(plan)
                    .containsPattern("Limit\\s+->\\s+LockRows\\s+->\\s+Nested Loop\\s+->\\s+Function Scan on unnest p"
                            + "\\s+->\\s+Index Scan using executions_id on executions e");
        }
    }

    /** An index with two lower bounds may be entered at the lower one, in front of all that is dead there. */
    @ParameterizedTest
    @MethodSource("filledStates")
    void claimFromMarksEntersTheIndexAtTheMark(State state) throws Exception {
        var plan = claims(state, "SELECT " + PostgresScope.BY_INDEX).get(2);

        assertThat(plan.lines()
                        .dropWhile(line -> !line.contains("fresh_entries_pkey"))
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
                plans.after(first, true, PostgresClaimStatements.OF_FEW_QUEUES, lane.toArray(String[]::new)),
                plans.after(first, true, PostgresClaimStatements.OF_MANY_QUEUES, lane.toArray(String[]::new)),
                plans.after(first, true, PostgresClaimStatements.FROM_THE_MARKS, laneWithRanges));
    }

    @ParameterizedTest
    @MethodSource("states")
    void changesFindTheirRowsByIdHoweverFewThereAre(State state) throws Exception {
        String change = PostgresChanges.text(
                new PostgresChanges.Form(List.of(ExecutionColumn.VERSION), List.of(Shape.ONCE), List.of()));
        assertServedBy(
                "executions_id",
                PLANS.get(state).after("SELECT " + PostgresScope.BY_INDEX, true, change, "2", "'{}'", "'{}'"));
    }

    /** Each entry is looked up, also when the server has found the tables empty and does not know yet that they are not. */
    @ParameterizedTest
    @MethodSource("states")
    void entriesAreRemovedByTheirKeysHoweverFewThereAre(State state) throws Exception {
        for (EntryKind kind : EntryKind.values()) {
            var part = new EntryChanges.Part(kind, EntryChanges.Action.REMOVE, Shape.ONCE);
            String change = PostgresChanges.text(
                    new PostgresChanges.Form(List.of(ExecutionColumn.VERSION), List.of(Shape.ONCE), List.of(part)));
            assertThat(PLANS.get(state)
                            .after("SELECT " + PostgresScope.BY_INDEX, true, change, "2", "'{}'", "'{}'", "7"))
                    .containsPattern("Index (Only )?Scan using "
                            + kind.table().fullName().substring("ff.".length()) + "_pkey on \\w+ x")
                    .containsPattern("Tid Scan on " + kind.table().fullName().substring("ff.".length()))
                    .doesNotContain("Seq Scan");
        }
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void lanesWithWorkAreFoundInTheIndexesOfTheClaims(State state) throws Exception {
        for (boolean onceForAll : List.of(false, true)) {
            var plans = PLANS.get(state);
            for (String plan : List.of(
                    plans.of(
                            onceForAll,
                            PostgresMissedWakeUpQueries.NEWS,
                            "'{lane-1,lane-2}'",
                            "'{lane-1}'",
                            "'{shop}'",
                            "'{}'",
                            "'{}'",
                            "'{}'"),
                    plans.of(onceForAll, PostgresClaimStatements.WITH_CANDIDATES, QUEUES))) {
                assertThat(plan)
                        .containsPattern("using fresh_entries_pkey\\b")
                        .containsPattern("using returned_entries_pkey\\b")
                        .doesNotContain("Seq Scan on executions", "Seq Scan on fresh", "Seq Scan on returned");
            }
        }
    }

    /** As writes plan: a table that was small when a plan was made may have grown. */
    @ParameterizedTest
    @MethodSource("states")
    void queuesAreFoundByNamespaceAndNumberAndTime(State state) throws Exception {
        var plans = PLANS.get(state);
        String asWrites = "SELECT " + PostgresScope.PLANNING;
        assertServedBy(
                "queues_lane_namespace_capabilities_kind_key",
                plans.after(asWrites, true, PostgresQueueTable.OF_NAMESPACE, "'{lane-1}'", "'shop'"));
        assertServedBy("queues_pkey", plans.after(asWrites, true, PostgresQueueCounts.COUNT, QUEUES, "'{1,1,1}'"));
        assertServedBy("queues_look", plans.after(asWrites, true, PostgresQueueCounts.DUE, "5", "500"));
        assertThat(plans.of(
                        false,
                        PostgresDueQueries.AHEAD,
                        "86400000",
                        "86400000",
                        "172800000",
                        "0",
                        "'\\x00'",
                        "0",
                        KINDS))
                .containsPattern("Scan using queues_look\\b");
        for (String sql : List.of(
                PostgresQueueCounts.EMPTY, PostgresQueueCounts.CERTAINLY_EMPTY, PostgresQueueCounts.LOCK_COUNTS)) {
            assertServedBy("queue_counts_pkey", plans.after(asWrites, true, sql, QUEUES));
        }
    }

    /** The dispatcher polls after commits that cause something, and the timers ask with everything else that is due. */
    @ParameterizedTest
    @MethodSource("states")
    void followUpsAreFoundByKindAndTime(State state) throws Exception {
        var plans = PLANS.get(state);
        String asWrites = "SELECT " + PostgresScope.PLANNING;
        assertServedBy(
                "follow_ups_due",
                plans.after(
                        asWrites, true, PostgresFollowUpTable.LOCK_DUE, "'release_routes'", "1800000000000", "256"));
        for (boolean onceForAll : List.of(false, true)) {
            assertOrderedBy(
                    "follow_ups_due", plans.of(onceForAll, PostgresFollowUpTable.KINDS_DUE, KINDS, "1800000000000"));
            assertOrderedBy("follow_ups_due", plans.of(onceForAll, PostgresFollowUpTable.NEXT, KINDS));
        }
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void loadIsCountedAlongIndexes(State state) throws Exception {
        assertThat(PLANS.get(state).of(false, PostgresLaneQueries.LOAD))
                .containsPattern("(using|on) fresh_entries_pkey\\b")
                .containsPattern("(using|on) returned_entries_pkey\\b")
                .containsPattern("(using|on) due_entries_pkey\\b")
                .containsPattern("(using|on) lease_entries(_pkey)?\\b")
                .doesNotContain("Seq Scan on executions", "Seq Scan on fresh", "Seq Scan on returned");
    }

    /** As the timers plan, which lock what is due. */
    @ParameterizedTest
    @MethodSource("filledStates")
    void dueExecutionsAreReadFromTheIndexOfTheirKind(State state) throws Exception {
        var plans = PLANS.get(state);
        String asWrites = "SELECT " + PostgresScope.PLANNING;
        for (DueKind kind : DueKind.values()) {
            assertServedBy(index(kind), plans.after(asWrites, true, PostgresDueQueries.statement(kind), "500", "100"));
            assertServedBy(
                    index(kind), plans.after(asWrites, true, PostgresDueQueries.locking(kind), "500", "'{}'", "100"));
        }
    }

    @ParameterizedTest
    @MethodSource("states")
    void nextDueTimeIsTheFirstEntryOfEachIndex(State state) throws Exception {
        String plan = PLANS.get(state).of(false, PostgresDueQueries.NEXT, "86400000", "86400000", "172800000");
        for (DueKind kind : DueKind.values()) {
            assertOrderedBy(index(kind), plan);
        }
        assertOrderedBy("unrouted_entries_pkey", plan);
    }

    @ParameterizedTest
    @MethodSource("filledStates")
    void blockedQueuesAreFoundWithoutReadingWhatIsBlocked(State state) throws Exception {
        assertThat(PLANS.get(state).of(false, PostgresDueQueries.UNROUTED))
                .containsPattern("Index (Only )?Scan using unrouted_entries_pkey\\b");
    }

    @ParameterizedTest
    @MethodSource("states")
    void reclaimableLeasesAreReadFromTheirIndex(State state) throws Exception {
        for (boolean onceForAll : List.of(false, true)) {
            assertServedBy(
                    "due_entries_pkey",
                    PLANS.get(state).of(onceForAll, PostgresDueQueries.RECLAIMABLE, "0", "'\\x00'", "20000", "100"));
        }
    }

    @ParameterizedTest
    @MethodSource("states")
    void eventsAreReadByTheirNumber(State state) throws Exception {
        var range = new String[] {"19900", "20000", "100"};
        for (boolean onceForAll : List.of(false, true)) {
            var plans = PLANS.get(state);
            assertServedBy("event_pages_pkey", plans.of(onceForAll, PostgresEventTable.PAGES, range));
            assertServedBy("event_pages_taken_away", plans.of(onceForAll, PostgresEventTable.TAKEN_AWAY_PAGES, range));
            assertServedBy("events_pkey", plans.of(onceForAll, PostgresEventTable.ROWS, range));
            assertServedBy("events_taken_away", plans.of(onceForAll, PostgresEventTable.TAKEN_AWAY_ROWS, range));
        }
    }

    @ParameterizedTest
    @MethodSource("states")
    void outboxIsTrimmedFromItsFront(State state) throws Exception {
        var plans = PLANS.get(state);
        String asWrites = "SELECT " + PostgresScope.PLANNING;
        String front = plans.after(asWrites, true, PostgresEventTrim.FRONT, "100", "20000", "500");
        assertServedBy("event_pages_pkey", front);
        assertServedBy("contents_pkey", front);
        assertServedBy("event_pages_pkey", plans.after(asWrites, true, PostgresEventTrim.CONTENT, QUEUES));
        assertServedBy("event_pages_pkey", plans.after(asWrites, true, PostgresEventTrim.DELETE, "100", "20000"));
        assertServedBy("executions_id", plans.after(asWrites, true, PostgresEventTrim.LOCK_KEPT, "'{}'"));
        assertServedBy("worker_event_keys_pkey", plans.after(asWrites, true, PostgresEventTrim.KEYS, "5", "100"));
        assertServedBy("events_of_none", plans.after(asWrites, true, PostgresEventTrim.EVENTS_OF_NONE, "5", "100"));
    }

    /** As writes plan: a table that was small when a plan was made may have grown. */
    @ParameterizedTest
    @MethodSource("states")
    void whatIsPurgedIsFoundAndDeletedByIndexes(State state) throws Exception {
        var plans = PLANS.get(state);
        String asWrites = "SELECT " + PostgresScope.PLANNING + "; " + PostgresRetentionQueries.IN_ORDER;
        var scan = new String[] {"5", "0", "'\\x00'", "'\\x00'", "'\\xff'", "NULL", "NULL", "100"};
        assertOrderedBy(
                "ended_entries_pkey", plans.after(asWrites, true, PostgresRetentionQueries.LOCK_RETAINED, scan));
        assertOrderedBy("ended_entries_pkey", plans.after(asWrites, true, PostgresRetentionQueries.LOCK_ENDED, scan));
        assertServedBy("executions_id", plans.after(asWrites, true, PostgresExecutionTable.LOAD_SIZED, "'{}'"));
        assertServedBy("events_execution", plans.after(asWrites, true, PostgresPurge.EVENTS, QUEUES));
        var keys = List.of("attempts_pkey", "grants_pkey", "contents_pkey");
        for (int i = 0; i < keys.size(); i++) {
            assertServedBy(keys.get(i), plans.after(asWrites, true, PostgresPurge.BELONGINGS.get(i), QUEUES));
        }
        assertServedBy("executions_id", plans.after(asWrites, true, PostgresPurge.EXECUTIONS, "'{}'", QUEUES));
    }

    /** From a tenth of that on, a server with its own defaults compiles a statement each time it is carried out. */
    @ParameterizedTest
    @MethodSource("states")
    void noStatementCostsMuchByTheSettingsOfAWrite(State state) throws Exception {
        assertCheap(state, "SELECT " + PostgresScope.PLANNING);
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

    private static String index(DueKind kind) {
        return kind == DueKind.LEASE_EXPIRY ? "lease_entries_pkey" : "due_entries_pkey";
    }
}

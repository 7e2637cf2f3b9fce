package io.flowfabric.store.sqlite;

import static io.flowfabric.store.sqlite.TestDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Passes that run for ever must not read a whole table to find that there is nothing to do. */
class RegistryPlanTest {

    @Test
    void nothingIsFoundByScanningATable() throws Exception {
        for (String query : List.of(
                DueQueries.NEXT,
                RetentionQueries.RETAINED,
                RetentionQueries.ENDED,
                LeaseQueries.EXPIRED,
                WorkerTable.ENDED,
                WorkerTable.LIST,
                Purge.EVENTS,
                Purge.EVENTS_OF_NONE,
                Purge.KEYS,
                ExecutionTable.LOAD_UNROUTED)) {
            assertThat(plan(query))
                    .as(query)
                    .noneMatch(step -> step.matches("SCAN (ff_executions|ff_events|ff_workers|ff_idempotency_keys|e)"));
        }
    }

    private static List<String> plan(String query) throws Exception {
        try (TestDatabase database = TestDatabase.inMemory()) {
            get(database.submit(
                    scope -> SqliteSchema.CURRENT.runner(Clock.systemUTC()).boot(scope.connection(), true)));
            return get(database.submit(scope -> {
                var steps = new ArrayList<String>();
                try (Statement statement = scope.connection().createStatement();
                        ResultSet row = statement.executeQuery("EXPLAIN QUERY PLAN " + query)) {
                    while (row.next()) {
                        steps.add(row.getString("detail"));
                    }
                }
                return steps;
            }));
        }
    }
}

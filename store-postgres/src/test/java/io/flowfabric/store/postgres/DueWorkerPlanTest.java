package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.write.WorkerWrites.WorkerDue;
import io.flowfabric.store.postgres.table.PostgresWorkerTable;
import io.flowfabric.store.postgres.transaction.Plans;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DueWorkerPlanTest {
    private static final String WORKERS = """
            INSERT INTO ff.workers SELECT 'shop', 'w-' || n, 'w', 'main', '', 1000, n, n, n + 1000
            FROM generate_series(1, 20000) AS n""";

    @ParameterizedTest
    @EnumSource
    void dueWorkersAreLockedInTheOrderOfTheirIndex(WorkerDue kind) throws Exception {
        String address = TestPostgres.freshAddress();
        new PostgresStoreProvider().migrations(address).apply();
        var schema = PostgresAddress.parse(address).schema();
        try (var connection = TestPostgres.connect(address)) {
            var plans = new Plans(connection, schema);
            for (boolean onceForAll : new boolean[] {false, true}) {
                assertThat(plans.after(
                                schema.in(WORKERS),
                                onceForAll,
                                PostgresWorkerTable.locking(kind),
                                "1500",
                                "'{shop}'",
                                "'{w-1}'",
                                "256"))
                        .contains("Index Scan using workers_liveness")
                        .doesNotContain("Seq Scan", "Sort");
            }
        }
    }
}

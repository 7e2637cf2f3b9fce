package io.flowfabric.bench.measure;

import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.store.SqliteBenchStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** How much room a store takes, in MiB, by what takes it. */
public final class Growth {
    private static final double MIB = 1 << 20;

    private static final String SIZES = """
            SELECT coalesce(sum(pg_table_size(c.oid)), 0), coalesce(sum(pg_indexes_size(c.oid)), 0)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'flowfabric' AND c.relkind = 'r'""";

    private Growth() {}

    /** Tables and indexes on PostgreSQL, the file and its log on SQLite. */
    public static Map<String, Double> of(BenchStore benchStore) throws SQLException, IOException {
        if (benchStore instanceof PostgresBenchStore postgres) {
            return tablesAndIndexes(postgres);
        }
        var file = ((SqliteBenchStore) benchStore).file();
        var sizes = new LinkedHashMap<String, Double>();
        sizes.put("file_mb", size(file));
        sizes.put("log_mb", size(Path.of(file + "-wal")));
        return sizes;
    }

    private static Map<String, Double> tablesAndIndexes(PostgresBenchStore benchStore) throws SQLException {
        try (var connection = benchStore.connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery(SIZES)) {
            row.next();
            var sizes = new LinkedHashMap<String, Double>();
            sizes.put("tables_mb", row.getLong(1) / MIB);
            sizes.put("indexes_mb", row.getLong(2) / MIB);
            return sizes;
        }
    }

    private static double size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) / MIB : 0;
    }
}

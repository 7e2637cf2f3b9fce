package io.flowfabric.bench.ceiling;

import io.flowfabric.bench.store.SqliteBenchStore;
import io.flowfabric.bench.system.SystemRun;
import io.flowfabric.sdk.FlowFabric;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ceiling on SQLite: one connection does everything, a transaction per batch, each on the disk when it ends. */
public final class SqliteCeiling implements SystemRun {
    /** As the store sets them: full durability, a cache for the hot indexes; checkpoints cover many batches, and are made in commits. */
    private static final List<String> PRAGMAS = List.of(
            "journal_mode = WAL",
            "synchronous = FULL",
            "wal_autocheckpoint = 4000",
            "cache_size = -16384",
            "foreign_keys = OFF");

    private final SqliteBenchStore benchStore;
    private Optional<SqliteStatements> opened = Optional.empty();
    private int queue;
    private int submitted;

    /** A run on a store. */
    public SqliteCeiling(SqliteBenchStore benchStore) {
        this.benchStore = benchStore;
    }

    @Override
    public String name() {
        return CeilingBatches.NAME;
    }

    @Override
    public Map<String, String> settings() {
        return CeilingBatches.settings();
    }

    @Override
    public void prepare() throws SQLException {
        FlowFabric.open(benchStore.address()).close();
        var connection = DriverManager.getConnection("jdbc:sqlite:" + benchStore.file());
        try (var statement = connection.createStatement()) {
            for (var pragma : PRAGMAS) {
                statement.execute("PRAGMA " + pragma);
            }
        }
        queue = queue(connection);
        connection.setAutoCommit(false);
        opened = Optional.of(new SqliteStatements(connection));
    }

    @Override
    public void submit(int count, byte[] payload) throws SQLException {
        for (int left = count; left > 0; left -= CeilingBatches.SUBMIT) {
            int size = Math.min(left, CeilingBatches.SUBMIT);
            statements().submit(submitted + 1, CeilingBatches.mintIds(size), queue, payload);
            submitted += size;
        }
    }

    @Override
    public void drain() throws SQLException {
        for (int left = submitted; left > 0; ) {
            var claimed = statements().claim(queue);
            statements().complete(claimed);
            left -= claimed.size();
        }
    }

    @Override
    public void close() {
        opened.ifPresent(SqliteStatements::close);
    }

    private SqliteStatements statements() {
        return opened.orElseThrow(() -> new IllegalStateException("prepare() comes first"));
    }

    private static int queue(Connection connection) throws SQLException {
        try (var insert = connection.prepareStatement(SqliteSql.QUEUE)) {
            insert.setString(1, CeilingBatches.NAMESPACE);
            insert.setString(2, CeilingBatches.LANE);
            try (var number = insert.executeQuery()) {
                number.next();
                return number.getInt(1);
            }
        }
    }
}

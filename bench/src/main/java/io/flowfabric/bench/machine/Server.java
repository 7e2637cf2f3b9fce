package io.flowfabric.bench.machine;

import io.flowfabric.bench.store.PostgresHost;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A PostgreSQL server as it says it is.
 *
 * @param settings by name: what decides about durability, and the memory and log it has. {@code jit_available} is no setting: a
 *     server that was built without a compiler compiles nothing, whatever {@code jit} says
 */
public record Server(String version, Map<String, String> settings) {
    private static final String[] ASKED = {
        "fsync",
        "synchronous_commit",
        "full_page_writes",
        "wal_sync_method",
        "jit",
        "shared_buffers",
        "max_wal_size",
        "max_connections"
    };

    /** Asks a server. */
    public static Server ask(PostgresHost host) throws SQLException {
        try (var connection = host.connect();
                var setting = connection.prepareStatement("SELECT current_setting(?)")) {
            var settings = new LinkedHashMap<String, String>();
            for (var name : ASKED) {
                setting.setString(1, name);
                try (var row = setting.executeQuery()) {
                    row.next();
                    settings.put(name, row.getString(1));
                }
            }
            try (var statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT pg_jit_available()")) {
                row.next();
                settings.put("jit_available", row.getBoolean(1) ? "yes" : "no");
            }
            return new Server(connection.getMetaData().getDatabaseProductVersion(), settings);
        }
    }
}

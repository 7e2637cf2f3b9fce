package io.flowfabric.bench.store;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A database of its own on a server.
 *
 * @param host the server
 * @param database the name of the database, which no other program uses
 */
public record PostgresBenchStore(PostgresHost host, String database) implements BenchStore {
    /** How reports call this kind of store; the major follows. */
    static final String STORE = "postgresql";

    /** Whether the name of a store in a report is one of a PostgreSQL. */
    public static boolean isNamed(String store) {
        return store.startsWith(STORE);
    }

    @Override
    public String store() {
        return host.store();
    }

    @Override
    public String address() {
        return host.login().address(database);
    }

    /** Where a JDBC driver finds it, with user and password. */
    public String jdbcUrl() {
        return host.login().jdbcUrl(database);
    }

    /** Who may log in there. */
    public Login login() {
        return host.login();
    }

    /** A new connection. */
    public Connection connect() throws SQLException {
        return host.connect(database);
    }

    @Override
    public void close() {
        host.drop(database);
    }
}

package io.flowfabric.store.sqlite.chaos;

import io.flowfabric.testkit.chaos.HeldStoreContract;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.io.TempDir;

class HeldStoreOnFileTest extends HeldStoreContract {
    @TempDir
    Path directory;

    @Override
    protected String address() {
        return "sqlite:" + directory.resolve("held.db");
    }

    /** Another program has a transaction open; it ends with its connection. */
    @Override
    protected AutoCloseable hold(String address) throws Exception {
        var foreign = DriverManager.getConnection("jdbc:" + address);
        try (var statement = foreign.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
        }
        return foreign;
    }
}

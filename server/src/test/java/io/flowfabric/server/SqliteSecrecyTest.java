package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

class SqliteSecrecyTest extends SecrecyContract {
    @TempDir
    Path directory;

    @Override
    Store openStore() {
        return TestStores.sqlite(directory);
    }

    @Override
    void refuseContents() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"));
                var statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TRIGGER refused BEFORE INSERT ON ff_contents WHEN NEW.execution_kind = 'refused'
                    BEGIN SELECT RAISE(ABORT, 'broken'); END""");
        }
    }
}

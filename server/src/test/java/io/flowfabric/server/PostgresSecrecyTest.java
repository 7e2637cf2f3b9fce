package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import java.sql.SQLException;

class PostgresSecrecyTest extends SecrecyContract {
    private final String address = TestStores.freshPostgres();

    @Override
    Store openStore() {
        return TestStores.postgres(address);
    }

    @Override
    void refuseContents() throws SQLException {
        try (var connection = TestStores.connect(address);
                var statement = connection.createStatement()) {
            statement.execute("ALTER TABLE %s.contents ADD CHECK (execution_kind <> 'refused') NOT VALID"
                    .formatted(address.replaceAll(".*schema=", "")));
        }
    }
}

package io.flowfabric.sdk;

import io.flowfabric.embedded.SharedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

class CallerTransactionOnPostgresTest extends CallerTransactionContract {
    @Override
    String freshAddress(Path folder) {
        return SharedServer.freshAddress();
    }

    @Override
    Connection connect(String address) throws SQLException {
        return Postgres.connect(address);
    }

    @Override
    String table(String address) {
        return Postgres.schema(address) + ".orders";
    }
}

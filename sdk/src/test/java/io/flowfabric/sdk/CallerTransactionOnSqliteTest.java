package io.flowfabric.sdk;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

class CallerTransactionOnSqliteTest extends CallerTransactionContract {
    @Override
    String freshAddress(Path folder) {
        return "sqlite:" + folder.resolve("shop.db");
    }

    @Override
    Connection connect(String address) throws SQLException {
        return DriverManager.getConnection("jdbc:" + address);
    }

    @Override
    String table(String address) {
        return "orders";
    }
}

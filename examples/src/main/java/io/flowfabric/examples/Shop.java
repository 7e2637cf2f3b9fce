package io.flowfabric.examples;

import io.flowfabric.sdk.FlowFabric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/**
 * An order and the mail that confirms it are stored together or not at all: the execution is submitted in the transaction
 * of the order.
 */
public final class Shop {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Shop() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("shop").resolve("shop.db");
        try (var fabric = FlowFabric.open("sqlite:" + file);
                var connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            try (var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE orders (number INTEGER PRIMARY KEY, item TEXT NOT NULL) STRICT");
            }
            connection.setAutoCommit(false);
            fabric.worker("mail")
                    .on("confirm", String.class, (task, item) -> "we have your order for " + item)
                    .start();

            System.out.println(order(fabric, connection, 1, "tea"));
            try {
                order(fabric, connection, 1, "coffee");
            } catch (SQLException refused) {
                connection.rollback();
                System.out.println("number 1 is taken, so there is no order and no mail");
            }
            System.out.println(fabric.admin().executions().count() + " execution");
        }
    }

    private static String order(FlowFabric fabric, Connection connection, int number, String item) throws SQLException {
        var mail = fabric.submit(connection, "mail", "confirm", item);
        try (var insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
            insert.setInt(1, number);
            insert.setString(2, item);
            insert.executeUpdate();
        }
        connection.commit();
        return mail.await(String.class, TIMEOUT);
    }
}

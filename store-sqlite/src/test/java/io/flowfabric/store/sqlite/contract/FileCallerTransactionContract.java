package io.flowfabric.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.store.testkit.contract.submit.CallerTransactionContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** And what SQLite, which has one writer at a time, makes of the transactions of others. */
abstract class FileCallerTransactionContract extends CallerTransactionContract {
    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection(SqliteFiles.jdbcUrl(store));
    }

    @Override
    protected Connection connectElsewhere() throws SQLException {
        return DriverManager.getConnection("jdbc:" + fixture().freshAddress());
    }

    @Override
    protected String table() {
        return "orders";
    }

    /** Only the store that a thread submitted to knows of its transaction. */
    @Override
    protected boolean mayTakeTurns() {
        return false;
    }

    /** The writer would wait for the transaction, and the thread that could end it for the writer. */
    @Test
    void callOfAThreadThatHoldsTheFileItselfFailsAtOnce() throws SQLException {
        submit(execution());

        assertThatThrownBy(this::create)
                .hasMessageContaining("this thread has a transaction of its own open")
                .hasMessageContaining("submit(connection, …)");

        caller().commit();
        assertThat(exists(create())).isTrue();
    }

    @Test
    void callThatWaitedForSomebodysTransactionIsToldWhatItMayHaveBeen() throws SQLException {
        var impatient = start(store, settings().withCallTimeout(Duration.ofMillis(100)));
        try (var statement = caller().createStatement()) {
            statement.executeUpdate("INSERT INTO orders VALUES ('o-1')");
        }

        assertThatThrownBy(() ->
                        impatient.call(Catalogue.CREATE_EXECUTION, execution().build()))
                .isInstanceOf(OperationTimeoutException.class)
                .hasMessageContaining("holds the write lock")
                .hasMessageContaining("submit(connection, …)");
    }

    @Test
    void transactionThatReadBeforeAnotherWroteIsToldToBeginAgain() throws SQLException {
        try (var statement = caller().createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM orders")) {
            assertThat(row.next()).isTrue();
        }
        create();

        assertThatThrownBy(() -> submit(execution())).hasMessageContaining("BEGIN IMMEDIATE");
    }
}

package io.flowfabric.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.testkit.contract.CallerTransactionContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallerTransactionOnFileTest extends CallerTransactionContract {
    @TempDir
    Path directory;

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.file(directory.resolve("contract.db"), clock);
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("contract.db"));
    }

    @Override
    protected Connection connectElsewhere() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("other.db"));
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

package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.sdk.config.FabricOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Submitting with the caller's data, from the outside. */
@Timeout(120)
abstract class CallerTransactionContract {
    private static final Duration LONG = Duration.ofSeconds(60);

    private String table;
    private FlowFabric fabric;
    private Connection connection;

    /** The address of a new store. */
    abstract String freshAddress(Path folder);

    /** A connection of the caller's own to the database of the store. */
    abstract Connection connect(String address) throws SQLException;

    /** Where the caller keeps data, in a place that goes with the store. */
    abstract String table(String address);

    @BeforeEach
    void open(@TempDir Path folder) throws SQLException {
        String address = freshAddress(folder);
        table = table(address);
        fabric = FlowFabric.open(address);
        fabric.worker("orders")
                .on("charge", String.class, (task, order) -> order + " paid")
                .start();
        connection = connect(address);
        execute("CREATE TABLE " + table + " (name TEXT)");
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        fabric.close();
    }

    @Test
    void orderAndChargeAreStoredTogetherAndTheWorkerIsWoken() throws SQLException {
        order("o-1");
        var submitted = fabric.submit(connection, "orders", "charge", "o-1");
        connection.commit();

        assertThat(submitted.await(String.class, LONG)).isEqualTo("o-1 paid");
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void chargeVanishesWithTheOrder() throws SQLException {
        order("o-1");
        var submitted = fabric.submit(connection, "orders", "charge", "o-1");
        connection.rollback();

        assertThat(submitted.describe()).isEmpty();
        assertThat(orders()).isZero();
    }

    @Test
    void twoInOneTransactionAreBothStored() throws SQLException {
        var first = fabric.submit(connection, "orders", "charge", "o-1");
        var second = fabric.submit(connection, "orders", "charge", "o-2");
        connection.commit();

        assertThat(first.await(String.class, LONG)).isEqualTo("o-1 paid");
        assertThat(second.await(String.class, LONG)).isEqualTo("o-2 paid");
    }

    @Test
    void manyAreStoredTogetherAndEachIsAnsweredInItsPlace() throws SQLException {
        order("o-1");
        var answers = fabric.submitAll(
                connection, List.of(charge("o-1"), charge("o-2").tag("No", "1"), charge("o-3")));
        connection.commit();

        assertThat(answers.get(0).orThrow().await(String.class, LONG)).isEqualTo("o-1 paid");
        assertThat(answers.get(1)).isInstanceOf(BatchItem.Refused.class);
        assertThat(answers.get(2).orThrow().await(String.class, LONG)).isEqualTo("o-3 paid");
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void manyVanishTogether() throws SQLException {
        var answers = fabric.submitAll(
                connection, List.of(charge("o-1"), charge("o-2").idempotencyKey("k")));
        connection.rollback();

        assertThat(answers).allMatch(answer -> answer.orThrow().describe().isEmpty());
        assertThat(charge("o-2").idempotencyKey("k").submit().isDuplicate()).isFalse();
    }

    @Test
    void manyOnAConnectionThatCannotBeUsedFailAsOne() throws SQLException {
        connection.setAutoCommit(true);

        assertThatThrownBy(() -> fabric.submitAll(connection, List.of(charge("o-1"))))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("autocommit");
    }

    @Test
    void layerThatDoesNotForwardItIsFoundOutAtOnce() {
        try (var elsewhere = FlowFabric.on(new FakeEngine(), FabricOptions.DEFAULT)) {
            assertThatThrownBy(() -> elsewhere.submit(connection, "orders", "charge", "o-1"))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("Submit without the connection");
        }
    }

    private SubmissionBuilder charge(String order) {
        return fabric.submission("orders", "charge").payload(order);
    }

    private void order(String name) throws SQLException {
        execute("INSERT INTO " + table + " VALUES ('" + name + "')");
    }

    private int orders() throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

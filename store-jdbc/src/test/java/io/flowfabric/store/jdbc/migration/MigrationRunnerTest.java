package io.flowfabric.store.jdbc.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.store.jdbc.TestDialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class MigrationRunnerTest {

    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);
    private static final Migration ONE = migration(1, "base", false, "CREATE TABLE a (x)");
    private static final Migration TWO = migration(2, "more", true, "CREATE TABLE b (x)");
    private static final Migration THREE = migration(3, "change", false, "CREATE TABLE c (x)");

    @TempDir
    Path directory;

    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = open();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private Connection open() throws SQLException {
        var source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + directory.resolve("a.db"));
        return source.getConnection();
    }

    private static Migration migration(int version, String name, boolean compatible, String sql) {
        return Migration.parse(
                "%04d_%s.sql".formatted(version, name), "-- backward_compatible: " + compatible + "\n" + sql);
    }

    private static MigrationRunner runner(Migration... migrations) {
        return new MigrationRunner(new Migrations(List.of(migrations)), new TestDialect(), InstantSource.fixed(NOW));
    }

    private List<String> tables() throws SQLException {
        var tables = new ArrayList<String>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT name FROM sqlite_schema ORDER BY name")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        return tables;
    }

    @Test
    void noLedgerMeansVersionZeroAndStatusCreatesNone() throws SQLException {
        MigrationStatus status = runner(ONE, TWO).status(connection);
        assertThat(status.ledgerVersion()).isZero();
        assertThat(status.pending()).containsExactly(ONE, TWO);
        assertThat(tables()).isEmpty();
    }

    @Test
    void pendingMigrationsAreAppliedInOrderAndRecorded() throws SQLException {
        assertThat(runner(ONE, TWO).apply(connection)).containsExactly(ONE, TWO);
        assertThat(tables()).containsExactly("a", "b", "ledger");
        assertThat(runner(ONE, TWO).status(connection).applied())
                .containsExactly(
                        new AppliedMigration(1, "base", ONE.checksum(), false, NOW),
                        new AppliedMigration(2, "more", TWO.checksum(), true, NOW));
    }

    @Test
    void applyingAgainDoesNothing() throws SQLException {
        runner(ONE).apply(connection);
        assertThat(runner(ONE).apply(connection)).isEmpty();
    }

    @Test
    void failedMigrationLeavesNeitherTablesNorARow() throws SQLException {
        Migration broken = migration(2, "broken", true, "CREATE TABLE b (x); CREATE TABLE a (x)");
        assertThatThrownBy(() -> runner(ONE, broken).apply(connection))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("0002_broken");
        assertThat(tables()).containsExactly("a", "ledger");
        assertThat(runner(ONE, broken).status(connection).ledgerVersion()).isEqualTo(1);
    }

    @Test
    void concurrentRunnersApplyEachMigrationOnce() throws Exception {
        int runners = 4;
        var barrier = new CyclicBarrier(runners);
        var pool = Executors.newFixedThreadPool(runners);
        try {
            var answers = new ArrayList<Future<List<Migration>>>();
            for (int i = 0; i < runners; i++) {
                answers.add(pool.submit(() -> {
                    try (Connection own = open()) {
                        barrier.await();
                        return runner(ONE, TWO, THREE).apply(own);
                    }
                }));
            }
            var applied = new ArrayList<Migration>();
            for (var answer : answers) {
                applied.addAll(answer.get(30, TimeUnit.SECONDS));
            }
            assertThat(applied).containsExactlyInAnyOrder(ONE, TWO, THREE);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void schemaBelowIsRefusedWithoutAutoApply() throws SQLException {
        runner(ONE).apply(connection);
        assertThatThrownBy(() -> runner(ONE, TWO).boot(connection, false))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        refused -> assertThat(refused.op()).isEqualTo("schema_version"))
                .hasMessageContaining("version 1")
                .hasMessageContaining("version 2");
    }

    @Test
    void schemaBelowIsBroughtUpWithAutoApply() throws SQLException {
        assertThat(runner(ONE, TWO).boot(connection, true).ledgerVersion()).isEqualTo(2);
    }

    @Test
    void equalSchemaStarts() throws SQLException {
        runner(ONE).apply(connection);
        assertThat(runner(ONE).boot(connection, false).unknown()).isEmpty();
    }

    @Test
    void schemaAheadByCompatibleMigrationsStarts() throws SQLException {
        runner(ONE, TWO).apply(connection);
        assertThat(runner(ONE).boot(connection, false).unknown())
                .extracting(AppliedMigration::version)
                .containsExactly(2);
    }

    @Test
    void schemaAheadByAnIncompatibleMigrationIsRefused() throws SQLException {
        runner(ONE, TWO, THREE).apply(connection);
        assertThatThrownBy(() -> runner(ONE).boot(connection, true))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("version 3")
                .hasMessageContaining("version 1")
                .hasMessageContaining("0003_change");
    }

    @Test
    void otherTextOfAnAppliedMigrationIsCorruption() throws SQLException {
        runner(ONE).apply(connection);
        Migration altered = migration(1, "base", false, "CREATE TABLE other (x)");
        assertThatThrownBy(() -> runner(altered).boot(connection, true))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.CORRUPTION))
                .hasMessageContaining("0001_base");
    }

    @Test
    void migrationThatWasLeftOutIsCorruption() throws SQLException {
        runner(ONE, THREE).apply(connection);
        assertThatThrownBy(() -> runner(ONE, TWO, THREE).boot(connection, true))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.CORRUPTION))
                .hasMessageContaining("0002_more");
    }

    @Test
    void hostsVersionNumbersAreLeftAlone() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 7");
            statement.execute("PRAGMA application_id = 8");
            runner(ONE, TWO).apply(connection);
            try (ResultSet row = statement.executeQuery(
                    "SELECT user_version, application_id FROM pragma_user_version, pragma_application_id")) {
                assertThat(row.getInt(1)).isEqualTo(7);
                assertThat(row.getInt(2)).isEqualTo(8);
            }
        }
    }
}

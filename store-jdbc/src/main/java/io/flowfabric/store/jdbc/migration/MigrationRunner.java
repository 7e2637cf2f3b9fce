package io.flowfabric.store.jdbc.migration;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a schema to the version that a program needs. Holds no connection; may be used from any thread, also by several
 * processes on one database at once.
 */
public final class MigrationRunner {

    private static final Logger LOG = LoggerFactory.getLogger(MigrationRunner.class);

    private final Migrations migrations;
    private final MigrationDialect dialect;
    private final MigrationLedger ledger;
    private final InstantSource clock;

    /** A runner for the migrations of one dialect; the clock dates the rows of the ledger. */
    public MigrationRunner(Migrations migrations, MigrationDialect dialect, InstantSource clock) {
        this.migrations = migrations;
        this.dialect = dialect;
        this.ledger = new MigrationLedger(dialect);
        this.clock = clock;
    }

    /**
     * Compares the ledger with the program. Changes nothing.
     *
     * @throws SQLException when the ledger cannot be read
     */
    public MigrationStatus status(Connection connection) throws SQLException {
        return new MigrationStatus(migrations, ledger.read(connection));
    }

    /**
     * Applies what is pending, in order, each migration and its row of the ledger in one transaction. What another runner
     * applied meanwhile is passed over. Applies nothing to a schema that the program cannot work with.
     *
     * @return the migrations that this call applied
     * @throws SQLException when a statement failed; the migrations before it stay applied
     * @throws io.flowfabric.model.error.EngineException as {@link MigrationStatus#requireUsable}
     */
    public List<Migration> apply(Connection connection) throws SQLException {
        var applied = new ArrayList<Migration>();
        Optional<Migration> next = applyNext(connection);
        while (next.isPresent()) {
            applied.add(next.get());
            LOG.info("Applied migration {}", next.get());
            next = applyNext(connection);
        }
        return List.copyOf(applied);
    }

    /**
     * Makes sure that the program may work with the schema, and warns when the schema is ahead of it.
     *
     * @param autoApply whether to apply what is pending, instead of refusing
     * @return the status afterwards
     * @throws SQLException as {@link #status} and {@link #apply}
     * @throws io.flowfabric.model.error.UnavailableException ({@code schema_version}) when migrations are pending and may
     *     not be applied, or the schema is ahead and not backward compatible
     * @throws io.flowfabric.model.error.ValidationException ({@code corruption}) when the ledger contradicts the program
     */
    public MigrationStatus boot(Connection connection, boolean autoApply) throws SQLException {
        MigrationStatus status = status(connection);
        status.requireUsable();
        if (autoApply && !status.pending().isEmpty()) {
            apply(connection);
            status = status(connection);
            status.requireUsable();
        }
        status.requireApplied();
        if (!status.unknown().isEmpty()) {
            LOG.warn(
                    "The schema is at version {}, this program knows version {}; every migration between is backward"
                            + " compatible",
                    status.ledgerVersion(),
                    migrations.version());
        }
        return status;
    }

    private Optional<Migration> applyNext(Connection connection) throws SQLException {
        dialect.begin(connection);
        try {
            MigrationStatus status = status(connection);
            status.requireUsable();
            Optional<Migration> next = status.pending().stream().findFirst();
            if (next.isPresent()) {
                ledger.create(connection);
                execute(connection, next.get());
                ledger.record(connection, next.get(), clock.instant());
            }
            dialect.commit(connection);
            return next;
        } catch (SQLException | RuntimeException | Error failed) {
            rollback(connection, failed);
            throw failed;
        }
    }

    private static void execute(Connection connection, Migration migration) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : migration.statements()) {
                statement.execute(sql);
            }
        } catch (SQLException failed) {
            throw new SQLException(
                    "Migration " + migration + " failed and was rolled back: " + failed.getMessage(),
                    failed.getSQLState(),
                    failed.getErrorCode(),
                    failed);
        }
    }

    private void rollback(Connection connection, Throwable failed) {
        try {
            dialect.rollback(connection);
        } catch (SQLException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }
}

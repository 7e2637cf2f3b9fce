package io.flowfabric.store.sqlite;

import io.flowfabric.store.jdbc.migration.MigrationRunner;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.opening.SqliteMigrationDialect;
import java.time.Clock;
import java.util.List;

/** The tables of the SQLite store, as numbered migrations. */
record SqliteSchema(Migrations migrations) {
    static final SqliteSchema CURRENT = new SqliteSchema(Migrations.load(
            SqliteSchema.class,
            "migrations",
            List.of(
                    "0001_executions.sql",
                    "0002_taken_away.sql",
                    "0003_kinds.sql",
                    "0004_grant_expiry.sql",
                    "0005_queue_counts.sql",
                    "0006_follow_ups.sql",
                    "0007_event_pages.sql")));

    MigrationRunner runner(Clock clock) {
        return new MigrationRunner(migrations, new SqliteMigrationDialect(), clock);
    }
}

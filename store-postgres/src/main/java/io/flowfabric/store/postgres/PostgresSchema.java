package io.flowfabric.store.postgres;

import io.flowfabric.store.jdbc.migration.Migration;
import io.flowfabric.store.jdbc.migration.MigrationRunner;
import io.flowfabric.store.jdbc.migration.MigrationScript;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.postgres.transaction.SchemaName;
import java.time.Clock;
import java.util.List;

/** The tables of the PostgreSQL store, as numbered migrations. */
record PostgresSchema(Migrations migrations) {
    static final PostgresSchema CURRENT = new PostgresSchema(Migrations.load(
            PostgresSchema.class,
            "migrations",
            List.of(
                    "0001_executions.sql",
                    "0002_taken_away.sql",
                    "0003_kinds.sql",
                    "0004_grant_expiry.sql",
                    "0005_queue_counts.sql",
                    "0006_follow_ups.sql",
                    "0007_event_pages.sql",
                    "0008_entries.sql")));

    MigrationRunner runner(SchemaName schema) {
        return new MigrationRunner(named(schema), new PostgresMigrationDialect(schema), Clock.systemUTC());
    }

    /** What {@link #runner} does, for an administrator. */
    MigrationScript script(SchemaName schema) {
        return new MigrationScript(named(schema), new PostgresMigrationDialect(schema));
    }

    /** The migrations with a schema's name in them. */
    private Migrations named(SchemaName schema) {
        return new Migrations(migrations.all().stream()
                .map(migration -> new Migration(
                        migration.version(),
                        migration.name(),
                        schema.in(migration.sql()),
                        migration.backwardCompatible()))
                .toList());
    }
}

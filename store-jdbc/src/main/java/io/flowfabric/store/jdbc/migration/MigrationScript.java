package io.flowfabric.store.jdbc.migration;

/**
 * All migrations as a script for an administrator who runs them by hand, each with its row of the ledger in a transaction of
 * its own. A store that has some of them takes the rest, from their heading on.
 */
public record MigrationScript(Migrations migrations, MigrationDialect dialect) {

    /** The statements, with comments, for the database's own shell. */
    public String text() {
        var ledger = new MigrationLedger(dialect);
        var script = new StringBuilder(dialect.beginOfScript());
        script.append(dialect.createLedger()).append(";\n");
        for (Migration migration : migrations.all()) {
            script.append("\n-- Migration %s\n\nBEGIN;\n\n".formatted(migration))
                    .append(migration.sql().stripTrailing())
                    .append("\n\n%s;\n\nCOMMIT;\n".formatted(ledger.recording(migration)));
        }
        return script.toString();
    }
}

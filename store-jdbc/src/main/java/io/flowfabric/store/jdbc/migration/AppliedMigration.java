package io.flowfabric.store.jdbc.migration;

import java.time.Instant;

/**
 * A row of the ledger.
 *
 * @param version the number of the migration
 * @param name its name
 * @param checksum the checksum of the text that was applied
 * @param backwardCompatible whether programs that do not know it may go on working with the schema
 * @param appliedAt when it was applied, by the clock of the program that did it
 */
public record AppliedMigration(
        int version, String name, String checksum, boolean backwardCompatible, Instant appliedAt) {

    /** The number and the name: {@code 0001_base}. */
    @Override
    public String toString() {
        return "%04d_%s".formatted(version, name);
    }
}

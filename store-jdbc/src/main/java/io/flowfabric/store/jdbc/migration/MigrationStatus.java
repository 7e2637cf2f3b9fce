package io.flowfabric.store.jdbc.migration;

import io.flowfabric.engine.store.StoreMigrations.Step;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a ledger and a program compare.
 *
 * @param program what the program knows
 * @param ledger what was applied, by ascending version
 */
public record MigrationStatus(Migrations program, List<AppliedMigration> ledger) {

    private static final String SCHEMA_VERSION = "schema_version";

    /** Copies the list. */
    public MigrationStatus {
        ledger = List.copyOf(ledger);
    }

    /** The newest version that was applied, or 0. */
    public int ledgerVersion() {
        return ledger.isEmpty() ? 0 : ledger.get(ledger.size() - 1).version();
    }

    /** The migrations of the program that were applied, as the ledger has them. */
    public List<AppliedMigration> applied() {
        var known = byVersion();
        return ledger.stream().filter(row -> known.containsKey(row.version())).toList();
    }

    /** The migrations of the program that were not applied. */
    public List<Migration> pending() {
        var versions = ledger.stream().map(AppliedMigration::version).collect(Collectors.toSet());
        return program.all().stream()
                .filter(migration -> !versions.contains(migration.version()))
                .toList();
    }

    /** The migrations that were applied and that the program does not know. */
    public List<AppliedMigration> unknown() {
        var known = byVersion();
        return ledger.stream().filter(row -> !known.containsKey(row.version())).toList();
    }

    /** The migrations of the program of which another text was applied. */
    public List<AppliedMigration> altered() {
        var known = byVersion();
        return applied().stream()
                .filter(row -> !known.get(row.version()).checksum().equals(row.checksum()))
                .toList();
    }

    /** All migrations that the program knows or the ledger has, each with whether it was applied. */
    public List<Step> steps() {
        var known = program.all().stream()
                .map(migration -> step(migration, !pending().contains(migration)));
        var newer = unknown().stream().map(row -> new Step(row.version(), row.name(), row.backwardCompatible(), true));
        return Stream.concat(known, newer).toList();
    }

    /** Migrations that have just been applied. */
    public static List<Step> applied(List<Migration> migrations) {
        return migrations.stream().map(migration -> step(migration, true)).toList();
    }

    private static Step step(Migration migration, boolean applied) {
        return new Step(migration.version(), migration.name(), migration.backwardCompatible(), applied);
    }

    /**
     * Refuses a schema that the program cannot work with even after it applied what is pending.
     *
     * @throws io.flowfabric.model.error.ValidationException ({@code corruption}) when another text of a migration was
     *     applied, or a migration was left out
     * @throws UnavailableException ({@code schema_version}) when the ledger is ahead by a migration that is not backward
     *     compatible
     */
    public void requireUsable() {
        altered().stream().findFirst().ifPresent(row -> {
            throw EngineError.of(
                            ErrorCode.CORRUPTION,
                            "migration " + row + " was applied with checksum " + row.checksum()
                                    + ", this program has "
                                    + byVersion().get(row.version()).checksum(),
                            "Use the release that created the store; an applied migration never changes.")
                    .toException();
        });
        pending().stream()
                .filter(left -> left.version() < ledgerVersion())
                .findFirst()
                .ifPresent(left -> {
                    throw EngineError.of(
                                    ErrorCode.CORRUPTION,
                                    "migration " + left + " was not applied, though version " + ledgerVersion()
                                            + " was",
                                    "Restore the ledger from a backup; migrations are applied in order.")
                            .toException();
                });
        unknown().stream().filter(row -> !row.backwardCompatible()).findFirst().ifPresent(row -> {
            throw new UnavailableException(
                    SCHEMA_VERSION,
                    "The schema is at version " + ledgerVersion() + ", this program knows version "
                            + program.version() + ", and " + row
                            + " is not backward compatible. Use a release that knows it.");
        });
    }

    /**
     * Refuses a schema on which migrations are pending.
     *
     * @throws UnavailableException ({@code schema_version}) naming both versions
     */
    public void requireApplied() {
        if (!pending().isEmpty()) {
            throw new UnavailableException(
                    SCHEMA_VERSION,
                    "The schema is at version " + ledgerVersion() + ", this program needs version " + program.version()
                            + ". Apply the migrations, or allow the store to do it when it opens.");
        }
    }

    private Map<Integer, Migration> byVersion() {
        return program.all().stream().collect(Collectors.toMap(Migration::version, Function.identity()));
    }
}

package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.store.jdbc.migration.MigrationStatus;
import io.flowfabric.store.sqlite.opening.PrivateFile;
import io.flowfabric.store.sqlite.opening.SqliteAddress;
import io.flowfabric.store.sqlite.opening.SqliteInspection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Opens {@code sqlite:} addresses. */
public final class SqliteStoreProvider implements StoreProvider {
    /** The database, and what stands beside it. */
    private static final List<String> SIDE_FILES = List.of("", "-wal", "-shm", "-journal", "-turn");

    private final SqliteSchema schema;

    /** For {@link java.util.ServiceLoader}. */
    public SqliteStoreProvider() {
        this(SqliteSchema.CURRENT);
    }

    SqliteStoreProvider(SqliteSchema schema) {
        this.schema = schema;
    }

    @Override
    public String scheme() {
        return "sqlite:";
    }

    @Override
    public String usage() {
        return "sqlite:path/to/file.db or sqlite::memory:";
    }

    @Override
    public StoreMigrations migrations(String address) {
        return new SqliteStoreMigrations(SqliteAddress.parse(address), schema, this);
    }

    @Override
    public StoreHealth health(String address) {
        var settings = new HashMap<String, String>();
        SqliteAddress.parse(address).file().ifPresent(file -> {
            widest(file).ifPresent(rights -> settings.put("file_permissions", rights));
            rights(file.toAbsolutePath().getParent())
                    .ifPresent(rights -> settings.put("directory_permissions", rights));
        });
        return new StoreHealth(List.of(), List.of(), List.of(), Optional.empty(), settings, Optional.empty());
    }

    /** The rights of the first file that not only its owner may read, by its name; else those of the database. */
    private static Optional<String> widest(Path database) {
        for (String end : SIDE_FILES) {
            var file = database.resolveSibling(database.getFileName() + end);
            var wide = rights(file).filter(rights -> !rights.endsWith("------"));
            if (wide.isPresent()) {
                return Optional.of("%s (%s)".formatted(wide.get(), file.getFileName()));
            }
        }
        return rights(database);
    }

    /** Opening the store reports a file that cannot be read. */
    private static Optional<String> rights(Path file) {
        try {
            return PrivateFile.rights(file);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public Store open(String text, StoreOptions options) {
        var address = SqliteAddress.parse(text);
        var status = inspect(address);
        if (!options.migrate()) {
            status.requireApplied();
        }
        return SqliteStore.open(address.resolved(), schema, options);
    }

    /** How far the store at an address has come. A file that is refused keeps every byte, and none is created. */
    MigrationStatus inspect(SqliteAddress address) {
        var inspection = new SqliteInspection(schema.runner(Clock.systemUTC()));
        return address.file()
                .flatMap(inspection::inspect)
                .orElseGet(() -> new MigrationStatus(schema.migrations(), List.of()));
    }
}

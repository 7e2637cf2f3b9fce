package io.flowfabric.sdk;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.remote.RemoteSettings;
import java.util.Objects;
import java.util.Optional;

/**
 * How the store, or the server, of a {@link FlowFabric} is opened.
 *
 * @param migrate whether a new or older store is brought up to date, instead of refused
 * @param schema where the tables are in the database that a {@link javax.sql.DataSource} leads to; {@code flowfabric} if it
 *     is not said. An address says it itself, as in {@code postgresql://host/database?schema=name}
 * @param key what a server is shown; the environment variable {@code FF_API_TOKEN} if it is not said
 */
public record StoreSettings(boolean migrate, Optional<String> schema, Optional<String> key) {

    /** A store is brought up to date, its schema is the usual one, and the environment knows the key of a server. */
    public static final StoreSettings DEFAULT = new StoreSettings(true, Optional.empty(), Optional.empty());

    private static final String KEY_VARIABLE = "FF_API_TOKEN";

    public StoreSettings {
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(key, "key");
    }

    /** The same, but a store that is new or older is brought up to date, or refused. */
    public StoreSettings withMigrate(boolean on) {
        return new StoreSettings(on, schema, key);
    }

    /** The same with another schema. */
    public StoreSettings withSchema(String name) {
        return new StoreSettings(migrate, Optional.of(name), key);
    }

    /** The same with a key for a server. */
    public StoreSettings withKey(String value) {
        return new StoreSettings(migrate, schema, Optional.of(value));
    }

    /** For a server. */
    RemoteSettings remote(PartitionConfig partitions) {
        return RemoteSettings.DEFAULT
                .withKey(key.or(
                        () -> Optional.ofNullable(System.getenv(KEY_VARIABLE)).filter(any -> !any.isEmpty())))
                .withPartitions(partitions);
    }

    /** Without the key, which does not belong in logs. */
    @Override
    public String toString() {
        return "StoreSettings[migrate=%s, schema=%s, key=%s]"
                .formatted(migrate, schema.orElse(""), key.isPresent() ? "***" : "");
    }

    /** For a store behind a pool. */
    StoreOptions options(PartitionConfig partitions) {
        var options = StoreOptions.DEFAULT.withMigrate(migrate).withPartitions(partitions);
        return schema.map(options::withSchema).orElse(options);
    }

    /** For a store at an address; two places to look for one name would be one too many. */
    StoreOptions optionsOfAddress(PartitionConfig partitions) {
        if (schema.isPresent()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "schema: " + schema.get(),
                            "A schema is chosen for a DataSource; an address names its own, ?schema=" + schema.get()
                                    + " at its end.")
                    .toException();
        }
        return options(partitions);
    }
}

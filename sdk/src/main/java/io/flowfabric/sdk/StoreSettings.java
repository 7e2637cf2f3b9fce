package io.flowfabric.sdk;

import io.flowfabric.engine.rules.Limits;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.remote.Credentials;
import io.flowfabric.remote.RemoteSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the store, or the server, of a {@link FlowFabric} is opened.
 *
 * @param migrate whether a new or older store is brought up to date, instead of refused
 * @param schema where the tables are in the database that a {@link javax.sql.DataSource} leads to; {@code flowfabric} if it
 *     is not said. An address says it itself, as in {@code postgresql://host/database?schema=name}
 * @param credentials how a server is met; the environment variables {@code FF_API_TOKEN} and {@code FF_TLS_CA_FILE} say
 *     what is not said here
 * @param connections how many connections a store at an address works with: on PostgreSQL one more listens, on SQLite one
 *     more writes and these read. As many as suit the store if it is not said; a {@link javax.sql.DataSource} has its own
 */
public record StoreSettings(
        boolean migrate, Optional<String> schema, Credentials credentials, OptionalInt connections) {

    /** A store is brought up to date, its schema is the usual one, and the environment knows the key of a server. */
    public static final StoreSettings DEFAULT =
            new StoreSettings(true, Optional.empty(), Credentials.NONE, OptionalInt.empty());

    private static final String KEY_VARIABLE = "FF_API_TOKEN";
    private static final String AUTHORITIES_VARIABLE = "FF_TLS_CA_FILE";

    public StoreSettings {
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(credentials, "credentials");
        var refusal =
                Limits.of(StoreSettings.class, "connections").orElseThrow().check("connections", connections.orElse(1));
        if (refusal.isPresent()) {
            throw refusal.get().toException();
        }
    }

    /** The same, but a store that is new or older is brought up to date, or refused. */
    public StoreSettings withMigrate(boolean on) {
        return new StoreSettings(on, schema, credentials, connections);
    }

    /** The same with another schema. */
    public StoreSettings withSchema(String name) {
        return new StoreSettings(migrate, Optional.of(name), credentials, connections);
    }

    /** The same with a key for a server; fails with {@code invalid_input} if it cannot be sent. */
    public StoreSettings withKey(String value) {
        return new StoreSettings(migrate, schema, credentials.withKey(Optional.of(value)), connections);
    }

    /**
     * The same, but a server is believed to be the right one if a certificate in a PEM file vouches for it, and no other:
     * for servers whose certificate comes from an authority of one's own.
     */
    public StoreSettings withAuthorities(Path file) {
        return new StoreSettings(migrate, schema, credentials.withAuthorities(Optional.of(file)), connections);
    }

    /** The same with another number of connections; fails with {@code invalid_input} unless there are 1 to 1000. */
    public StoreSettings withConnections(int count) {
        return new StoreSettings(migrate, schema, credentials, OptionalInt.of(count));
    }

    /** For a server. */
    RemoteSettings remote(PartitionConfig partitions) {
        return RemoteSettings.DEFAULT
                .withCredentials(completed(System.getenv()))
                .withPartitions(partitions);
    }

    /** What is said here, and for the rest what the environment says. */
    Credentials completed(Map<String, String> environment) {
        var completed = credentials;
        if (completed.key().isEmpty()) {
            completed = completed.withKey(variable(environment, KEY_VARIABLE));
        }
        if (completed.authorities().isEmpty()) {
            completed = completed.withAuthorities(
                    variable(environment, AUTHORITIES_VARIABLE).map(Path::of));
        }
        return completed;
    }

    /** An empty variable is an unset one, as deployment tools have it. */
    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
    }

    /** Without the key, which does not belong in logs. */
    @Override
    public String toString() {
        return "StoreSettings[migrate=%s, schema=%s, %s, %s]"
                .formatted(migrate, schema.orElse(""), credentials, connections);
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
        var options = options(partitions);
        return connections.isPresent() ? options.withConnections(connections.getAsInt()) : options;
    }
}

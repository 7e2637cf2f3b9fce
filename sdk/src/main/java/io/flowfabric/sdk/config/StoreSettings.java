package io.flowfabric.sdk.config;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.remote.Credentials;
import io.flowfabric.sdk.remote.RemoteSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the store, or the server, of a {@link FlowFabric} is opened.
 *
 * @param migrate whether a new or older store is migrated; if not, it is refused
 * @param schema the schema of the tables in the database that a {@link javax.sql.DataSource} leads to; {@code
 *     flowfabric} unless set. An address names its own schema, as in {@code postgresql://host/database?schema=name}
 * @param credentials the key for a server and the authorities to trust; what is not set here is taken from the
 *     environment variables {@code FF_API_TOKEN} and {@code FF_TLS_CA_FILE}
 * @param connections how many connections a store at an address uses: on PostgreSQL one more listens, on SQLite one
 *     more writes and these read. Chosen by the store unless set; a {@link javax.sql.DataSource} has its own
 */
public record StoreSettings(
        boolean migrate, Optional<String> schema, Credentials credentials, OptionalInt connections) {

    /** Migrates the store, in its default schema; the key of a server comes from the environment. */
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

    /** The same, with a new or older store migrated or refused. */
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
     * The same, but a server is trusted only if its certificate was issued by an authority in this PEM file: for
     * servers with a private certificate authority.
     */
    public StoreSettings withAuthorities(Path file) {
        return new StoreSettings(migrate, schema, credentials.withAuthorities(Optional.of(file)), connections);
    }

    /** The same with another number of connections; fails with {@code invalid_input} unless there are 1 to 1000. */
    public StoreSettings withConnections(int count) {
        return new StoreSettings(migrate, schema, credentials, OptionalInt.of(count));
    }

    /** For a server. */
    public RemoteSettings remote(PartitionConfig partitions) {
        return RemoteSettings.DEFAULT
                .withCredentials(completed(System.getenv()))
                .withPartitions(partitions);
    }

    /** These credentials, completed from the environment. */
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

    /** An empty variable counts as unset, because deployment tools set empty ones. */
    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
    }

    /** Without the key, which does not belong in logs. */
    @Override
    public String toString() {
        return "StoreSettings[migrate=%s, schema=%s, %s, %s]"
                .formatted(migrate, schema.orElse(""), credentials, connections);
    }
}

package io.flowfabric.engine.store;

import io.flowfabric.model.id.PartitionConfig;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import javax.sql.DataSource;

/** Opens the stores of one kind of address. Found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    /** What an address of this kind begins with, such as {@code sqlite:}. */
    String scheme();

    /** How such an address is written, for error messages. */
    String usage();

    /** What is known of a store before it is opened, and what may be done about it. Opens nothing. */
    StoreMigrations migrations(String address);

    /** Queries the condition of the database. Changes nothing, and needs none of our tables to exist. */
    default StoreHealth health(String address) {
        return StoreHealth.UNREMARKABLE;
    }

    /**
     * Opens a store, creating or upgrading it when the options say so.
     *
     * @throws io.flowfabric.model.error.EngineException when the address is malformed, or the store there cannot be
     *     used
     */
    Store open(String address, StoreOptions options);

    /**
     * Opens a store through connections of the caller, which keeps owning their source; empty if they lead to a
     * database of another kind. Fails as {@link #open(String, StoreOptions)} does.
     */
    default Optional<Store> open(DataSource dataSource, StoreOptions options) {
        return Optional.empty();
    }

    /**
     * How to open a store.
     *
     * @param clock takes the place of the store's own clock; tests move it
     * @param migrate whether a new or older store is brought up to date, instead of refused
     * @param partitions recorded when the store is new; a store with other counts is refused
     * @param schema where in the database that a {@link DataSource} leads to; an address says it itself
     * @param connections the size of the store's own pool, at least 1; if absent, a default of the store
     */
    record StoreOptions(
            Optional<Clock> clock,
            boolean migrate,
            PartitionConfig partitions,
            Optional<String> schema,
            OptionalInt connections) {
        public static final StoreOptions DEFAULT = new StoreOptions(
                Optional.empty(), true, PartitionConfig.DEFAULT, Optional.empty(), OptionalInt.empty());

        public StoreOptions withClock(Clock other) {
            return new StoreOptions(Optional.of(other), migrate, partitions, schema, connections);
        }

        public StoreOptions withMigrate(boolean on) {
            return new StoreOptions(clock, on, partitions, schema, connections);
        }

        public StoreOptions withPartitions(PartitionConfig counts) {
            return new StoreOptions(clock, migrate, counts, schema, connections);
        }

        public StoreOptions withSchema(String name) {
            return new StoreOptions(clock, migrate, partitions, Optional.of(name), connections);
        }

        public StoreOptions withConnections(int count) {
            return new StoreOptions(clock, migrate, partitions, schema, OptionalInt.of(count));
        }
    }
}

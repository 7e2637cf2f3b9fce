package io.flowfabric.junit;

import io.flowfabric.embedded.SharedServer;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.sqlite.SqliteStoreProvider;

/** The stores that a test may run on. Each test gets an empty one. */
public enum TestStore {
    /** SQLite in memory. */
    SQLITE {
        @Override
        Store open(StoreOptions options) {
            return new SqliteStoreProvider().open("sqlite::memory:", options);
        }
    },

    /**
     * A PostgreSQL server that is started once for all tests of the JVM, or the one at the address in the environment
     * variable {@code FF_TEST_PG_URL}; a schema for each test. Needs {@code flowfabric-store-postgres} and {@code
     * flowfabric-embedded-postgres} on the class path.
     */
    POSTGRESQL {
        @Override
        Store open(StoreOptions options) {
            try {
                return new PostgresStoreProvider().open(SharedServer.freshAddress(), options);
            } catch (NoClassDefFoundError missing) {
                throw new IllegalStateException(
                        "A test on PostgreSQL needs io.flowfabric:flowfabric-store-postgres and"
                                + " io.flowfabric:flowfabric-embedded-postgres as test dependencies; not found: "
                                + missing.getMessage(),
                        missing);
            }
        }
    };

    abstract Store open(StoreOptions options);
}

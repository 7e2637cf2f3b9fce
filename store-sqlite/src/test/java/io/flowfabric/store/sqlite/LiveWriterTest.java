package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveWriterTest {

    @Test
    void openedStoreWritesThroughToTheDisk(@TempDir Path directory) throws Exception {
        try (var store = (SqliteStore)
                new SqliteStoreProvider().open("sqlite:" + directory.resolve("a.db"), StoreOptions.DEFAULT)) {
            assertThat(ask(store, "PRAGMA synchronous")).as("FULL").isEqualTo("2");
            assertThat(ask(store, "PRAGMA journal_mode")).isEqualTo("wal");
        }
    }

    private static String ask(SqliteStore store, String pragma) throws Exception {
        return TestDatabase.get(store.writer()
                .submit(scope -> TestDatabase.single(scope.connection(), pragma), 1, TestDatabase.inSeconds(30)));
    }
}

package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.store.sqlite.SqliteStore;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What other users of the machine can read of a store: nothing. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class PrivateFileTest {
    private static final String PRIVATE = "rw-------";

    @TempDir
    Path directory;

    @Test
    void newStoreIsReadByItsOwnerOnly() throws IOException {
        try (var store = open("new.db")) {
            assertThat(store.backend()).isEqualTo(BackendTag.JAVA_SQLITE);
            assertThat(rights())
                    .hasSizeGreaterThanOrEqualTo(3)
                    .containsKeys("new.db", "new.db-wal", "new.db-turn")
                    .allSatisfy((file, rights) -> assertThat(rights).as(file).isEqualTo(PRIVATE));
        }
    }

    @Test
    void filesBesideAStoreThatIsSharedAreSharedAsWell() throws IOException {
        open("shared.db").close();
        Files.delete(directory.resolve("shared.db-turn"));
        Files.setPosixFilePermissions(directory.resolve("shared.db"), PosixFilePermissions.fromString("rw-rw----"));

        try (var store = open("shared.db")) {
            assertThat(store.backend()).isEqualTo(BackendTag.JAVA_SQLITE);
            assertThat(rights())
                    .allSatisfy((file, rights) -> assertThat(rights).as(file).isEqualTo("rw-rw----"));
        }
    }

    @Test
    void widerRightsOfAnyFileAndOfTheDirectoryAreReported() throws IOException {
        open("a.db").close();
        var provider = new SqliteStoreProvider();
        String address = "sqlite:" + directory.resolve("a.db");
        assertThat(provider.health(address).settings())
                .containsOnly(entry("file_permissions", PRIVATE), entry("directory_permissions", "rwx------"));

        Files.setPosixFilePermissions(directory.resolve("a.db-turn"), PosixFilePermissions.fromString("rw-r-----"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));
        assertThat(provider.health(address).settings())
                .containsOnly(
                        entry("file_permissions", "rw-r----- (a.db-turn)"),
                        entry("directory_permissions", "rwxrwx---"));
    }

    private SqliteStore open(String name) {
        return (SqliteStore) new SqliteStoreProvider().open("sqlite:" + directory.resolve(name), StoreOptions.DEFAULT);
    }

    private TreeMap<String, String> rights() throws IOException {
        var rights = new TreeMap<String, String>();
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                rights.put(
                        file.getFileName().toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        return rights;
    }
}

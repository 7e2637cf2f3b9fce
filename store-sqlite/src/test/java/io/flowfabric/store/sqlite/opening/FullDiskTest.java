package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.sqlite.FullDiskProcess;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import io.flowfabric.store.testkit.chaos.FullDisk;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {

    @Test
    void fullDiskIsSaidAndSurvived(@TempDir Path directory) throws Exception {
        Path database = directory.resolve("a.db");
        try (var child = FullDisk.start(ChildJvm.command(FullDiskProcess.class, database))) {
            assertThat(child.hear("refused"))
                    .startsWith("transport (sqlite): ")
                    .contains(database.toString())
                    .containsIgnoringCase("full")
                    .contains("limit")
                    .contains("Nothing of this call was written.");
            assertThat(child.hear("sound"))
                    .as("what was acknowledged, and nothing else")
                    .isEqualTo("true");
            FullDisk.makeRoomFor(child);
            child.say("there is room");
            assertThat(child.hear("works")).isEqualTo("true");
            child.awaitEnd();
        }
        try (var connection = DriverManager.getConnection(SqliteUrl.open(database))) {
            assertThat(TestDatabase.single(connection, "PRAGMA integrity_check"))
                    .isEqualTo("ok");
        }
    }
}

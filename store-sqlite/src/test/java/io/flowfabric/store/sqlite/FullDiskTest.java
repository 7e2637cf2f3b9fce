package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.flowfabric.testkit.chaos.ChildJvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk without room, played by a limit on the size of a process's files that its owner sets and lifts. */
class FullDiskTest {

    /** In KiB: room for the driver's native library, and for some dozens of large executions. */
    private static final int LIMIT = 8 * 1024;

    @BeforeEach
    void requireTools() {
        for (String tool : List.of("bash", "prlimit")) {
            assumeThat(isInstalled(tool))
                    .as("%s is needed to play a full disk", tool)
                    .isTrue();
        }
    }

    @Test
    void fullDiskIsSaidAndSurvived(@TempDir Path directory) throws Exception {
        Path database = directory.resolve("a.db");
        try (var child = ChildJvm.start(limited(ChildJvm.command(FullDiskProcess.class, database)))) {
            assertThat(child.hear("refused"))
                    .startsWith("transport (sqlite): ")
                    .contains(database.toString())
                    .containsIgnoringCase("full")
                    .contains("limit")
                    .contains("Nothing of this call was written.");
            assertThat(child.hear("sound"))
                    .as("what was acknowledged, and nothing else")
                    .isEqualTo("true");
            lift(child.process().pid());
            child.say("there is room");
            assertThat(child.hear("works")).isEqualTo("true");
            child.awaitEnd();
        }
        try (var connection = DriverManager.getConnection(SqliteUrl.open(database))) {
            assertThat(TestDatabase.single(connection, "PRAGMA integrity_check"))
                    .isEqualTo("ok");
        }
    }

    private static List<String> limited(List<String> command) {
        var limited = new ArrayList<>(List.of("bash", "-c", "ulimit -S -f " + LIMIT + "; exec \"$0\" \"$@\""));
        limited.addAll(command);
        return limited;
    }

    private static void lift(long pid) throws Exception {
        var lifting = new ProcessBuilder("prlimit", "--pid", Long.toString(pid), "--fsize=unlimited:").start();
        assertThat(lifting.waitFor()).isZero();
    }

    private static boolean isInstalled(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
    }
}

package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A disk without room, played by a limit on the size of a process's files that the starting process sets and lifts.
 * A test that needs one is skipped, and says so, where the tools for that are missing.
 */
public final class FullDisk {
    /** In KiB: room for the driver's native library, and for some large executions. */
    private static final int LIMIT = 8 * 1024;

    private FullDisk() {}

    /** Starts what {@link ChildJvm#command} answered on a disk that is full soon. */
    public static ChildJvm start(List<String> command) throws IOException {
        for (String tool : List.of("bash", "prlimit")) {
            assumeThat(isInstalled(tool))
                    .as("%s is needed to play a full disk", tool)
                    .isTrue();
        }
        var limited = new ArrayList<>(List.of("bash", "-c", "ulimit -S -f " + LIMIT + "; exec \"$0\" \"$@\""));
        limited.addAll(command);
        return ChildJvm.start(limited);
    }

    /** Makes room for it. */
    public static void makeRoomFor(ChildJvm child) throws IOException, InterruptedException {
        String pid = Long.toString(child.process().pid());
        assertThat(new ProcessBuilder("prlimit", "--pid", pid, "--fsize=unlimited:")
                        .start()
                        .waitFor())
                .isZero();
    }

    private static boolean isInstalled(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
    }
}

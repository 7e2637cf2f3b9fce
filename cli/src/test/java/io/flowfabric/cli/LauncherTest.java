package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LauncherTest {
    @Test
    void launcherBuildsWhenDueAndRunsTheJar() throws IOException, InterruptedException {
        assumeTrue(hasBash(), "the launcher needs bash");
        var test = new ProcessBuilder(
                        "bash", Path.of("src", "test", "sh", "launcher-test.sh").toString())
                .redirectErrorStream(true)
                .start();

        String output = new String(test.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(test.waitFor()).as(output).isZero();
    }

    private static boolean hasBash() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "bash")));
    }
}

package io.flowfabric.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.command.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    @TempDir
    Path directory;

    @Test
    void killedWorkerLosesAndDoublesNothing() {
        var cli = new Cli(directory);

        var ran = cli.onStore("demo", "--executions", "120");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out().lines())
                .last()
                .asString()
                .matches("demo: 120 executions, \\d+ retried, [1-9]\\d* reclaimed, 0 lost, 0 doubled");
        assertThat(ran.out()).contains("worker-1 killed", "worker-2 reclaimed", "120 completed");
        assertThat(cli.onStore("list", "--state", "completed", "--limit", "200")
                        .out()
                        .lines())
                .hasSize(121);
    }

    @Test
    void killedWorkerLosesAndDoublesNothingOnAPostgresThatIsThereForTheDemo() {
        var ran = Cli.run("demo", "--executions", "60", "--embedded-postgres");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("submitted to a PostgreSQL of their own");
        assertThat(ran.out().lines())
                .last()
                .asString()
                .matches("demo: 60 executions, \\d+ retried, [1-9]\\d* reclaimed, 0 lost, 0 doubled");
    }

    @Test
    void temporaryStoreIsRemoved() throws IOException {
        var before = leftovers();

        Cli.run("demo", "--executions", "20");

        assertThat(leftovers()).isSubsetOf(before);
    }

    private static Set<Path> leftovers() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("ff-demo-"))
                    .collect(Collectors.toSet());
        }
    }
}

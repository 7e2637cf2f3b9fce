package io.flowfabric.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.http.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of stores may hold passwords: no child process has one among its arguments, which every user can list. */
@EnabledOnOs(OS.LINUX)
class ChildArgumentsTest {
    private static final String SECRET = "p4ssw0rd";

    @TempDir
    Path directory;

    @Test
    void workerIsToldItsStoreOutOfTheListOfProcesses() throws IOException {
        try (var worker = BenchWorkerProcess.start(store(), Duration.ofSeconds(30))) {
            assertThat(worker.running()).isZero();
            assertSecretIsNotListed("WorkerMain");
        }
    }

    @Test
    void serverIsToldItsStoreOutOfTheListOfProcesses() throws IOException {
        try (var server = ServerProcess.start(store(), 0)) {
            assertThat(server).isNotNull();
            assertSecretIsNotListed("io.flowfabric.cli.Main");
        }
    }

    private String store() {
        return "sqlite:" + directory.resolve(SECRET + ".db");
    }

    private static void assertSecretIsNotListed(String main) throws IOException {
        var listed = new ArrayList<String>();
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
            listed.add(Files.readString(Path.of("/proc", Long.toString(child.pid()), "cmdline")));
        }
        assertThat(listed).anyMatch(arguments -> arguments.contains(main));
        assertThat(listed).noneMatch(arguments -> arguments.contains(SECRET));
    }
}

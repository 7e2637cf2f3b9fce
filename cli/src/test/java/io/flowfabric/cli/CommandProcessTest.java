package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.command.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals")
class CommandProcessTest {
    @TempDir
    Path directory;

    @Test
    void resultThatIsNoTextIsPrintedByteByByte() throws Exception {
        var cli = new Cli(directory);
        String id = cli.onStore("submit").line();
        cli.onStore("worker", "--max-tasks", "1", "--exec", "printf '\\377\\000\\001\\n'");

        try (var result = FfProcess.start("result", "--store", cli.store(), id)) {
            assertThat(result.output()).containsExactly(0xff, 0, 1, '\n');
        }
    }

    @Test
    void whatAdministratorsDoAtAServerIsLoggedUnlessTold() throws Exception {
        String store = new Cli(directory).store();
        try (var server = FfProcess.startForErrors("server", "--store", store, "--listen", "127.0.0.1:0")) {
            String address = server.awaitLine(line -> line.startsWith("ff: serving "))
                    .replaceAll(".*(http://.*:\\d+)\\..*", "$1");
            String id = Cli.run("submit", "--server", address).line();
            assertThat(Cli.run("priority", "--server", address, id, "7").exitCode())
                    .isZero();

            assertThat(server.awaitLine(line -> line.contains("operation=change_priority")))
                    .contains(" INFO  audit ", id, "outcome=ok");
        }
    }

    @Test
    void workerThatIsTerminatedStopsAndEndsWithoutAnError() throws Exception {
        try (var worker = FfProcess.start("worker", "--store", new Cli(directory).store(), "--exec", "cat")) {
            worker.awaitLine(line -> line.startsWith("ff: working on lane default"));
            worker.terminate();

            assertThat(worker.awaitLine(line -> line.startsWith("ff: stopped"))).contains("0 completed");
            assertThat(worker.exitCode()).isZero();
        }
    }
}

package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.config.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCommandTest {
    @TempDir
    Path directory;

    @Test
    void everySettingHasAFlagAndALineOfHelp() {
        String help = Cli.run("server", "--help").out();

        for (Setting setting : Setting.values()) {
            assertThat(help).contains(setting.flag(), setting.variable());
        }
    }

    @Test
    void strangersAreNotServedWithoutAToken() {
        var ran = Cli.run("server", "--listen", "0.0.0.0:0", "--store", "sqlite::memory:");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err().lines()).hasSize(1);
        assertThat(ran.err()).contains("FF_API_TOKEN", "FF_INSECURE");
    }

    @Test
    void fileWithAnUnknownNameIsRefused() throws IOException {
        var file = Files.writeString(directory.resolve("server.properties"), "FF_STOER=sqlite:x.db\n");

        var ran = Cli.run("server", "--config", file.toString());

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).contains("FF_STOER");
    }

    @Test
    void addressThatIsTakenIsRefusedInOneLine() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var ran = Cli.run("server", "--listen", "127.0.0.1:" + taken.getLocalPort(), "--store", "sqlite::memory:");

            assertThat(ran.exitCode()).isEqualTo(1);
            assertThat(refusals(ran.err())).singleElement().asString().contains("listen on", "in use");
        }
    }

    @Test
    void hostThatIsUnknownIsRefusedAsSuch() {
        var ran = Cli.run("server", "--listen", "no-such-host.invalid:0", "--insecure", "--store", "sqlite::memory:");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(refusals(ran.err())).singleElement().asString().contains("No such host is known");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--flow-partitions 0",
                "--budget-partitions -1",
                "--quota-partitions x",
                "--max-parked-requests 0",
                "--sqlite-pool-size 0",
                "--postgres-pool-size many",
                "--cors-origins ,",
                "--cors-origins a\u0001b",
                "--store mysql:x",
                "--backend mysql",
                "--backend postgres",
                "--listen nonsense",
                "--listen 127.0.0.1:99999",
                "--config no-such-file.properties",
            })
    void settingThatCannotBeUsedIsRefusedInOneLine(String arguments) {
        var command = new ArrayList<>(List.of("server"));
        command.addAll(List.of(arguments.split(" ")));
        if (!arguments.startsWith("--store") && !arguments.startsWith("--backend")) {
            command.addAll(List.of("--store", "sqlite::memory:"));
        }

        var ran = Cli.run(command.toArray(String[]::new));

        assertThat(ran.exitCode()).as(ran.err()).isEqualTo(1);
        assertThat(refusals(ran.err())).as(ran.err()).hasSize(1);
    }

    @Test
    void storeWithOtherPartitionCountsIsRefusedInOneLine() {
        String store = "sqlite:" + directory.resolve("counts.db");
        assertThat(Cli.run("submit", "--store", store).exitCode()).isZero();

        var ran = Cli.run("server", "--store", store, "--flow-partitions", "8", "--listen", "127.0.0.1:0");

        assertThat(ran.exitCode()).as(ran.err()).isEqualTo(1);
        assertThat(refusals(ran.err())).as(ran.err()).hasSize(1);
        assertThat(ran.err()).contains("partition");
    }

    @Test
    void flagThatIsNoneIsAUsageError() {
        assertThat(Cli.run("server", "--bogus").exitCode()).isEqualTo(2);
    }

    /** What was printed besides the settings in force. */
    private static List<String> refusals(String err) {
        return err.lines()
                .filter(line -> !line.matches("ff: FF_\\w+=.* \\(.*\\)"))
                .toList();
    }
}

package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.config.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            assertThat(ran.err().lines().filter(line -> line.contains("listen on")))
                    .hasSize(1);
        }
    }
}

package io.flowfabric.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar by itself, in a directory where nothing else is. */
class OneJarIT {
    private static final Pattern SERVING = Pattern.compile("serving (http://127\\.0\\.0\\.1:\\d+)");

    @TempDir
    Path directory;

    private Path jar;

    @BeforeEach
    void copyAway() throws IOException {
        jar = Files.copy(Path.of(System.getProperty("ff.jar")), directory.resolve("ff.jar"));
    }

    @Test
    void jarAloneServesAndStopsOnSigterm() throws Exception {
        var server = start("server", "--listen", "127.0.0.1:0", "--store", "sqlite:alone.db");
        try {
            var said = new ArrayList<String>();
            assertThat(get(address(server.inputReader(), said) + "/readyz")).contains("ready");

            server.destroy();
            assertThat(server.waitFor(1, TimeUnit.MINUTES)).as("ended").isTrue();
            assertThat(server.exitValue()).isZero();
        } finally {
            server.destroyForcibly();
        }
    }

    /** A store and its driver are found by files of which each jar has one of the same name: packing must not lose any. */
    @Test
    void jarAloneHasThePostgresStoreToo() throws Exception {
        assertThat(output(start("list", "--store", "postgresql://nobody@127.0.0.1:1/none")))
                .startsWith("ff: transport (postgresql)")
                .contains("refused");
    }

    private Process start(String... arguments) throws Exception {
        var command = new ArrayList<>(
                List.of(ProcessHandle.current().info().command().orElseThrow(), "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static String output(Process process) throws Exception {
        try (BufferedReader lines = process.inputReader()) {
            return String.join("\n", lines.lines().toList());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static String address(BufferedReader lines, List<String> said) throws Exception {
        String line;
        while ((line = lines.readLine()) != null) {
            said.add(line);
            var serving = SERVING.matcher(line);
            if (serving.find()) {
                return serving.group(1);
            }
        }
        throw new AssertionError("the server ended: " + said);
    }

    private static String get(String address) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(address)).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }
}

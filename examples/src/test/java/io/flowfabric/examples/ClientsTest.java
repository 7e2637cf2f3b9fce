package io.flowfabric.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.sdk.FlowFabric;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients in other languages, against a server that is killed while they work. */
class ClientsTest {
    private static final Path CLIENTS = Path.of("clients").toAbsolutePath();
    private static final List<String> PYTHON = List.of("python3", CLIENTS + "/flowfabric.py");
    private static final List<String> NODE = List.of("node", CLIENTS + "/flowfabric.mjs");
    private static final int NUMBERS = 6;
    private static final Pattern SQUARES = Pattern.compile("(?ms)^```text\\n(1 squared is 1\\n.*?)^```$");

    /** What a worker answers. */
    record Square(int number, int square, String by) {}

    @TempDir
    Path directory;

    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        for (var program : List.of("python3", "node")) {
            assumeTrue(isOnPath(program), program + " is not on PATH, so the clients are not tested");
        }
        port = freePort();
    }

    @Test
    void everythingIsDoneOnceThoughTheServerIsKilledInMidWork() throws Exception {
        try (var killed = server();
                var pythonSubmitter = client(PYTHON, "for-node", "submit", "" + NUMBERS);
                var nodeSubmitter = client(NODE, "for-python", "submit", "" + NUMBERS);
                var pythonWorker = client(PYTHON, "for-python", "work");
                var nodeWorker = client(NODE, "for-node", "work")) {
            pythonWorker.await(line -> line.startsWith("works on"));
            nodeWorker.await(line -> line.startsWith("works on"));
            killed.kill();

            try (var restarted = server()) {
                assertThat(pythonSubmitter.awaitSuccess()).isEqualTo(promised());
                assertThat(nodeSubmitter.awaitSuccess()).isEqualTo(promised());
                for (var worker : List.of(pythonWorker, nodeWorker)) {
                    worker.stop();
                    assertThat(worker.awaitSuccess()).anyMatch(line -> line.endsWith(" done"));
                }
                assertThat(events()).contains("\"renewed\"").containsPattern("\"reason\":\"failed_retry_scheduled\"");
                assertThat(events().split("\"outcome\":\"success\"", -1)).hasSize(2 * NUMBERS + 1);
                restarted.stop();
            }
        }
        assertThatEachSucceededOnce();
    }

    private void assertThatEachSucceededOnce() {
        try (var fabric = FlowFabric.open("sqlite:" + directory.resolve("squares.db"))) {
            var executions = fabric.admin().executions().toList();
            assertThat(executions).hasSize(2 * NUMBERS);
            for (var id : executions) {
                var square = fabric.execution(id).await(Square.class, Duration.ofSeconds(30));
                assertThat(square.square()).isEqualTo(square.number() * square.number());
                assertThat(fabric.admin().attempts(id))
                        .as("attempts at %s", square)
                        .hasSizeGreaterThan(square.number() % 3 == 0 ? 1 : 0)
                        .extracting(Attempt::status)
                        .containsOnlyOnce(AttemptStatus.ENDED_SUCCESS);
            }
        }
    }

    /** What the README says that a submitter prints. */
    private static List<String> promised() throws IOException {
        var shown = SQUARES.matcher(Files.readString(CLIENTS.resolve("README.md")));
        assertThat(shown.find()).as("squares in the README of the clients").isTrue();
        assertThat(shown.group(1).lines()).hasSize(NUMBERS);
        return shown.group(1).lines().toList();
    }

    private Program server() throws Exception {
        var server = Program.start(
                directory,
                Map.of(),
                List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.flowfabric.cli.Main",
                        "server",
                        "--listen=127.0.0.1:" + port,
                        "--store=sqlite:squares.db"));
        server.await(line -> line.contains("serving http://127.0.0.1:" + port));
        return server;
    }

    private Program client(List<String> client, String lane, String... arguments) throws IOException {
        var command = Stream.concat(client.stream(), Stream.of(arguments)).toList();
        // Long enough to outlive a restart, and a number takes longer than a third of it.
        var settings = Map.of(
                "FF_URL", "http://127.0.0.1:" + port, "FF_LANE", lane, "FF_LEASE_MS", "6000", "FF_WORK_SECONDS", "2.2");
        return Program.start(directory, settings, command);
    }

    private String events() throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/ops/subscribe_events"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"cursor\":\"start\",\"limit\":1000}"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    /**
     * Not one that the system gives away to clients, which it might do while the server is down; a client that asks for
     * it then could even be connected to itself.
     */
    private static int freePort() throws IOException {
        for (int port = 21_000 + (int) (ProcessHandle.current().pid() % 5_000); port < 32_000; port++) {
            try (var probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                // The next may be free.
            }
        }
        throw new IOException("no port is free");
    }
}

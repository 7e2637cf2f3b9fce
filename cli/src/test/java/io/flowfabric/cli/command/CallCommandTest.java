package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.server.FlowFabricServer;
import io.flowfabric.server.ServerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ff call}: what is left out, what a value is taken for, and handles that go from one call to the next. */
class CallCommandTest {
    private enum Way {
        STORE,
        SERVER
    }

    private static final String[] CLAIM = {
        "call", "claim", "--arg", "lane_id=default", "--arg", "worker_id=w", "--arg", "worker_instance_id=w-1"
    };

    @TempDir
    Path directory;

    private FlowFabric fabric;
    private FlowFabricServer server;

    @BeforeEach
    void start() {
        fabric = FlowFabric.open(store());
        server = FlowFabricServer.start(ServerConfig.LOOPBACK, fabric.engine());
    }

    @AfterEach
    void stop() {
        server.close();
        fabric.close();
    }

    @ParameterizedTest
    @EnumSource
    void handleOfAClaimServesTheCallsThatFollow(Way way) throws JsonProcessingException {
        String id = submit(way);

        var claim = json(way, CLAIM).at("/Claimed");

        assertThat(claim.path("execution_id").textValue()).isEqualTo(id);
        String handle = "handle=" + claim.path("handle").textValue();
        assertThat(json(way, "call", "renew", "--arg", handle).has("expires_at_ms"))
                .isTrue();
        assertThat(ok(way, "call", "progress", "--arg", handle, "--arg", "percent=50"))
                .isEqualTo("\"Ok\"");
        assertThat(ok(way, "call", "complete", "--arg", handle, "--arg", "payload={\"text\":\"done\"}"))
                .isEqualTo("\"Ok\"");
        assertThat(ok(way, "result", id)).isEqualTo("done");
    }

    @ParameterizedTest
    @CsvSource({"STORE, SERVER", "SERVER, STORE"})
    void handleServesOnTheStoreAndOfItsServerAlike(Way first, Way second) throws JsonProcessingException {
        String id = submit(first);
        String handle = "handle=" + json(first, CLAIM).at("/Claimed/handle").textValue();

        assertThat(ok(second, "call", "fail", "--arg", handle, "--arg", "reason=no", "--arg", "class=permanent"))
                .isEqualTo("\"TerminalFailed\"");
        assertThat(ok(first, "get", id)).contains("failed");
    }

    @ParameterizedTest
    @EnumSource
    void alteredHandleIsRefusedAndChangesNothing(Way way) throws JsonProcessingException {
        String id = submit(way);
        String handle = json(way, CLAIM).at("/Claimed/handle").textValue();
        char last = handle.charAt(handle.length() - 1);
        String altered = handle.substring(0, handle.length() - 2) + (last == 'A' ? "EA" : "AA");

        var ran = run(way, "call", "complete", "--arg", "handle=" + altered);

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).hasLineCount(1).contains("corruption", "handle");
        assertThat(ok(way, "get", id)).contains("active");
    }

    @ParameterizedTest
    @EnumSource
    void answerThatCannotBePrintedTookNothing(Way way) throws JsonProcessingException {
        String id = submit(way);
        var err = new StringWriter();

        int exitCode = CommandTree.commandLine(Terminal.PLAIN)
                .setOut(new PrintWriter(new FullDisk()))
                .setErr(new PrintWriter(err, true))
                .execute(at(way, CLAIM));

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString()).hasLineCount(1).contains("standard output");
        assertThat(json(way, CLAIM).at("/Claimed/execution_id").textValue()).isEqualTo(id);
    }

    @ParameterizedTest
    @EnumSource
    void entryOfABatchThatCannotBeReadIsAnErrorOfItsOwn(Way way) throws JsonProcessingException {
        var results = json(
                        way,
                        "call",
                        "submit_batch",
                        "--arg",
                        "executions=[{\"namespace\":\"shop\"},{\"namespace\":\"shop\",\"execution_kind\":\"k\"}]")
                .path("results");

        assertThat(results.at("/0/Error/code").textValue()).isEqualTo("invalid_arguments");
        assertThat(results.at("/0/Error/status").intValue()).isEqualTo(422);
        assertThat(results.at("/1/Created/public_state").textValue()).isEqualTo("waiting");
    }

    /** What looks like JSON is what the argument is. */
    @Test
    void valueIsTakenForWhatTheArgumentIs() throws JsonProcessingException {
        String id = json(
                        Way.STORE,
                        "call",
                        "create_execution",
                        "--arg",
                        "namespace=shop",
                        "--arg",
                        "execution_kind=17",
                        "--arg",
                        "priority=17",
                        "--arg",
                        "input_payload={\"json\":{\"a\":1}}")
                .at("/Created/execution_id")
                .textValue();

        assertThat(ok(Way.STORE, "call", "read_execution_context", "--arg", "execution_id=" + id))
                .contains("\"execution_kind\":\"17\"", "\"input_payload\":[123,34,97,34,58,49,125]");
        assertThat(ok(
                        Way.STORE,
                        "call",
                        "set_execution_tag",
                        "--arg",
                        "execution_id=" + id,
                        "--arg",
                        "key=app.a",
                        "--arg",
                        "value=\"{}\""))
                .isEqualTo("\"Ok\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"partition=86", "partition={fp:86}", "partition=\"{fp:86}\""})
    void partitionIsItsNumberOrItsKey(String partition) throws JsonProcessingException {
        String id = submit(Way.STORE);

        assertThat(json(Way.STORE, "call", "list_executions", "--arg", partition)
                        .at("/executions/0")
                        .textValue())
                .isEqualTo(id)
                .startsWith("{fp:86}:");
    }

    /** The arguments that are there, and the name of the one that is not. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "claim, none, 'worker_id, worker_instance_id'",
                "claim, lane_id=a, 'worker_id, worker_instance_id'",
                "complete, none, handle",
                "create_execution, namespace=shop, execution_kind",
                "submit_batch, none, executions",
                "cancel_execution, none, 'execution_id, reason'",
            })
    void missingArgumentIsNamedBeforeAStoreIsLookedFor(String operation, String given, String missing) {
        var args = new ArrayList<>(List.of("call", operation, "--store", "sqlite:" + directory.resolve("none.db")));
        if (given != null) {
            args.addAll(List.of("--arg", given));
        }

        var ran = Cli.run(args.toArray(String[]::new));

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).hasLineCount(1).startsWith("ff: %s needs %s;".formatted(operation, missing));
    }

    private String submit(Way way) {
        return ok(way, "submit", "--kind", "charge");
    }

    private JsonNode json(Way way, String... args) throws JsonProcessingException {
        return new ObjectMapper().readTree(ok(way, args));
    }

    private String ok(Way way, String... args) {
        var ran = run(way, args);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return ran.line();
    }

    private Cli.Ran run(Way way, String... args) {
        return Cli.run(at(way, args));
    }

    private String[] at(Way way, String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(
                way == Way.STORE
                        ? List.of("--store", store())
                        : List.of(
                                "--server",
                                "http://127.0.0.1:" + server.address().getPort()));
        return all.toArray(String[]::new);
    }

    private String store() {
        return "sqlite:" + directory.resolve("app.db");
    }

    private static final class FullDisk extends Writer {
        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("no space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}

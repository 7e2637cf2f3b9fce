package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.command.Cli;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.server.FlowFabricServer;
import io.flowfabric.server.ServerConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of operators against a server: they say the same as on the store. */
class ServerAddressTest {
    private FlowFabric fabric;
    private FlowFabricServer server;

    @BeforeEach
    void start() {
        fabric = FlowFabric.open("sqlite::memory:");
        server = FlowFabricServer.start(ServerConfig.LOOPBACK, fabric.engine());
    }

    @AfterEach
    void stop() {
        server.close();
        fabric.close();
    }

    @Test
    void executionIsSubmittedShownExplainedAndCancelled() {
        String id = run("submit", "--lane", "orders", "--kind", "charge", "--payload", "{\"order\":1}")
                .out()
                .strip();

        assertThat(run("get", id).out()).contains("charge", "waiting");
        assertThat(run("why", id).out()).contains("worker");
        assertThat(run("list").out()).contains(id);
        assertThat(run("priority", id, "7").exitCode()).isZero();
        assertThat(run("cancel", id, "--reason", "a mistake").exitCode()).isZero();
        assertThat(run("get", id).out()).contains("cancelled");
        assertThat(run("events", "--after", "start").out()).contains(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "workers", "leases", "events", "call"})
    void readingCommandsAnswer(String command) {
        assertThat(run(command).exitCode()).isZero();
    }

    @Test
    void anyOperationCanBeCalled() {
        assertThat(run("call", "ping").line()).contains("Ok");
        assertThat(run("call", "list_lanes", "--arg", "limit=10").line()).contains("lanes");
    }

    @Test
    void refusalIsThatOfTheEngine() {
        var ran = run("get", "{fp:7}:11111111-1111-4111-8111-111111111111");

        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.err()).contains("execution_not_found");
    }

    @Test
    void whatLooksAtTheStoreItselfSaysSo() {
        var ran = run("migrate", "--show");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("is a server");
    }

    @Test
    void doctorChecksWhatAServerTellsAndSkipsTheRest() {
        assertThat(run("doctor").exitCode()).isZero();

        run("submit", "--lane", "mail");
        var ran = run("doctor");

        assertThat(ran.exitCode()).isEqualTo(3);
        assertThat(ran.out())
                .contains("bad  backlog       1 execution", "ok   clock", "skip migrations", "skip tables");
    }

    private Cli.Ran run(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--server", "http://127.0.0.1:" + server.address().getPort()));
        return Cli.run(all.toArray(String[]::new));
    }
}

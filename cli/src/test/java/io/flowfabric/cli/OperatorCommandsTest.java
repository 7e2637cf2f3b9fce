package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.cli.command.Cli;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorCommandsTest {
    private static final String UNKNOWN = "{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10";
    private static final LaneId LANE = new LaneId("default");

    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void open() {
        cli = new Cli(directory);
    }

    @Test
    void whySaysWhatHoldsAnExecutionAndWhatWouldChangeThat() throws Exception {
        String id = submit("--lane", "mail");

        assertThat(ok("why", id))
                .contains(id + " waits for a worker; there is none.", "waiting_for_worker")
                .contains("why      no live worker serves lane mail of namespace default")
                .contains("changes  when a worker registers for lane mail of namespace default");
        assertThat(json("why", id).at("/reasons/0/code").asText()).isEqualTo("waiting_for_worker");
    }

    @Test
    void unknownExecutionIsNotFoundByAnyCommand() {
        submit();

        for (var command : List.of("why", "wait", "result", "cancel", "replay", "revoke")) {
            var ran = cli.onStore(command, UNKNOWN);
            assertThat(ran.exitCode()).as(command).isEqualTo(1);
            assertThat(ran.err()).as(command).hasLineCount(1).contains("execution_not_found");
        }
    }

    @Test
    void cancelledExecutionCanBeReplayed() {
        String id = submit();

        assertThat(ok("cancel", "--reason", "twice", id)).contains(id + " cancelled");
        assertThat(ok("get", id)).contains("twice");
        assertThat(cli.onStore("wait", "--for", "1ms", id).exitCode()).isEqualTo(1);
        assertThat(ok("replay", id)).contains(id + " replayed, now waiting");
        assertThat(cli.onStore("replay", id).exitCode()).isEqualTo(1);
    }

    @Test
    void resultIsPrintedOnceThereIsOne() {
        String id = submit("--payload", "hello");

        var early = cli.onStore("result", id);
        assertThat(early.exitCode()).isEqualTo(1);
        assertThat(early.err()).hasLineCount(1).contains("is waiting", "ff why");

        cli.onStore("worker", "--max-tasks", "1", "--exec", "cat");
        assertThat(ok("result", id).strip()).isEqualTo("hello");
        assertThat(ok("wait", id).strip()).isEqualTo("hello");
    }

    @Test
    void higherPriorityStandsBefore() {
        submit();
        String id = submit();

        assertThat(ok("why", id)).contains("waits for a worker");
        assertThat(ok("priority", id, "7")).contains(id + " priority 7");
        assertThat(ok("get", id)).containsPattern("priority +7");
    }

    @Test
    void revokedLeaseIsGone() {
        String id = submit();
        claim(Duration.ofHours(1).toMillis());

        assertThat(ok("leases")).contains(id, "w-1", "in 59 min");
        assertThat(ok("leases", "--expired")).contains("No lease has expired.");
        assertThat(ok("revoke", "--reason", "drain", id)).contains(id + " revoked at epoch 1");
        assertThat(ok("revoke", id)).contains("unchanged: already revoked");
        assertThat(ok("why", id)).contains("lease_revoked", "w-1");
        assertThat(ok("leases")).contains("No lease is held.");
    }

    @Test
    void expiredLeaseIsListed() {
        String id = submit();
        claim(1);

        assertThat(ok("leases", "--expired")).contains(id, "ago");
    }

    @Test
    void liveWorkersAreListedByLane() throws Exception {
        submit();
        register("gpu");

        assertThat(ok("workers")).containsPattern("w +w-1 +default +default +gpu ");
        assertThat(ok("workers", "--lane", "other")).contains("No live worker.");
        assertThat(json("workers").at("/0/worker_id").asText()).isEqualTo("w");
    }

    @Test
    void eventsAreToldInTheirOrderAndGoOnBehindACursor() throws Exception {
        String id = submit();
        claim(60_000);
        cli.onStore("cancel", id);

        assertThat(ok("events").lines())
                .hasSize(3)
                .first()
                .asString()
                .contains("lease", "acquired", id, "w-1, epoch 1, attempt 0");
        assertThat(ok("events", "--family", "completion").lines())
                .singleElement()
                .asString()
                .contains("completion", "cancelled", id);
        String first = cli.onStore("events", "--json", "--limit", "1").line();
        String cursor =
                FlowFabricJson.mapper().readTree(first).findValue("cursor").asText();
        assertThat(ok("events", "--after", cursor).lines()).hasSize(2);
        assertThat(ok("events", "--follow", "--after", "start", "--limit", "3").lines())
                .hasSize(3);
    }

    @Test
    void listIsFilteredByEverythingGiven() {
        submit("--lane", "mail", "--kind", "letter");
        String wanted = submit("--lane", "mail", "--kind", "parcel", "--tag", "acme.customer=42");
        submit("--lane", "mail", "--kind", "parcel", "--tag", "acme.customer=43");
        submit("--kind", "parcel", "--tag", "acme.customer=42", "--namespace", "other");

        assertThat(ok("list", "--lane", "mail", "--kind", "parcel", "--tag", "acme.customer=42")
                        .lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith(wanted);
        assertThat(ok("list", "--namespace", "other", "--watch").lines()).hasSize(2);
    }

    @Test
    void topShowsLanesWorkersAndLeasesOnce() throws Exception {
        submit("--lane", "mail");
        submit();
        register("gpu");
        claim(60_000);

        assertThat(ok("top", "--every", "100ms"))
                .contains("workers 1", "leases 1, expired 0")
                .containsPattern("default +0 +1")
                .containsPattern("mail +1 +0");
        assertThat(json("top", "--every", "100ms").at("/lanes/1/eligible").asInt())
                .isEqualTo(1);
    }

    @Test
    void anyOperationCanBeCalled() {
        String id = submit();

        assertThat(ok("call", "ping").strip()).isEqualTo("\"Ok\"");
        assertThat(ok("call", "list_lanes", "--arg", "limit=5").strip()).isEqualTo("{\"lanes\":[\"default\"]}");
        assertThat(ok("call", "change_priority", "--arg", "execution_id=" + id, "--arg", "new_priority=3"))
                .contains("Changed");
        assertThat(ok(
                        "call",
                        "read_exec_core_fields",
                        "--json-args",
                        "{\"execution_id\":\"" + id + "\",\"fields\":[]}",
                        "--arg",
                        "fields=[\"priority\"]"))
                .contains("\"3\"");
    }

    @Test
    void everyOperationIsListedWithItsArguments() {
        var listed = Cli.run("call").out();

        assertThat(Catalogue.all())
                .allSatisfy(operation -> assertThat(listed).contains(operation.name(), operation.description()));
        assertThat(listed).containsPattern("change_priority +admin +execution_id new_priority");
    }

    @Test
    void completionKnowsEveryCommandAndOption() {
        var script = Cli.run("completion", "bash").out();

        assertThat(script)
                .contains("explain_execution", "--expired", "complete -o default -F _ff ff")
                .doesNotContain("demo-worker");
    }

    @Test
    void completionWorksInBash() throws Exception {
        String ask = Cli.run("completion", "bash").out()
                + "COMP_WORDS=(ff list --s); COMP_CWORD=2; _ff; echo ${COMPREPLY[@]}\n"
                + "COMP_WORDS=(ff wor); COMP_CWORD=1; _ff; echo ${COMPREPLY[@]}\n";
        var bash =
                new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();

        try (var answers = bash.inputReader()) {
            assertThat(answers.lines())
                    .hasSize(2)
                    .satisfiesExactly(
                            options -> assertThat(options.split(" ")).contains("--state", "--store", "--server"),
                            commands -> assertThat(commands.split(" ")).containsExactly("workers", "worker"));
        }
    }

    private String submit(String... options) {
        var all = new ArrayList<>(List.of("submit"));
        all.addAll(List.of(options));
        return ok(all.toArray(String[]::new)).strip();
    }

    private String ok(String... args) {
        var ran = cli.onStore(args);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return ran.out();
    }

    private JsonNode json(String... args) throws Exception {
        var all = new ArrayList<>(List.of(args));
        all.add("--json");
        return FlowFabricJson.mapper().readTree(ok(all.toArray(String[]::new)));
    }

    private FlowFabric fabric() {
        return FlowFabric.open(cli.store(), FabricOptions.DEFAULT.withEngine(EngineSettings.DEFAULT.withTimers(false)));
    }

    private void claim(long ttlMs) {
        try (var fabric = fabric()) {
            fabric.engine()
                    .call(
                            Catalogue.CLAIM,
                            new ClaimRequest(
                                    LANE,
                                    new WorkerId("w"),
                                    new WorkerInstanceId("w-1"),
                                    CapabilitySet.EMPTY,
                                    Optional.empty(),
                                    ttlMs,
                                    0,
                                    1));
        }
    }

    private void register(String capability) {
        try (var fabric = fabric()) {
            fabric.engine()
                    .call(
                            Catalogue.REGISTER_WORKER,
                            new RegisterWorker(
                                    new WorkerId("w"),
                                    new WorkerInstanceId("w-1"),
                                    new Namespace("default"),
                                    List.of(LANE),
                                    CapabilitySet.ofWorker(List.of(capability)),
                                    60_000));
        }
    }
}

package io.flowfabric.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.engine.store.StoreMigrations.Step;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each problem that the engine can tell of, planted in a store. */
class ChecksTest {
    private static final Namespace SHOP = new Namespace("shop");
    private static final LaneId LANE = new LaneId("main");
    private static final String GPU = "{\"routing_requirements\":{\"required_capabilities\":[\"gpu\"]}}";

    private final FlowFabric fabric = FlowFabric.open(
            "sqlite::memory:", FabricOptions.DEFAULT.withEngine(EngineSettings.DEFAULT.withTimers(false)));

    @AfterEach
    void close() {
        fabric.close();
    }

    @ParameterizedTest
    @CsvSource({
        "fsync, off, crash",
        "full_page_writes, off, crash",
        "synchronous_commit, off, gone",
        "default_transaction_isolation, repeatable read, before the lock",
        "default_transaction_read_only, on, written",
        "autovacuum, off, Dead rows",
        "track_counts, off, Dead rows",
        "statement_timeout, 999, cancels",
        "idle_session_timeout, 1min, listens",
        "server_version_num, 130022, fixes",
    })
    void settingThatHurtsIsFound(String setting, String value, String why) {
        var finding = finding(new SettingsCheck(), target(Map.of(setting, value), Optional.empty()));
        assertThat(finding.what() + finding.why()).contains(why);
        assertThat(finding.remedy()).isNotEmpty();
    }

    @Test
    void settingsOfAStockServerAreFine() {
        var stock = Map.of(
                "fsync", "on",
                "synchronous_commit", "on",
                "default_transaction_isolation", "read committed",
                "default_transaction_read_only", "off",
                "autovacuum", "on",
                "statement_timeout", "0",
                "idle_session_timeout", "0",
                "server_version_num", "180006");
        var connections = Optional.of(new StoreHealth.Connections(20, 97));

        assertThat(new SettingsCheck().look(target(stock, connections))).isInstanceOf(Fine.class);
        assertFine(new SettingsCheck());
    }

    @Test
    void serverThatIsNearlyFullIsFound() {
        var connections = Optional.of(new StoreHealth.Connections(85, 97));

        assertThat(finding(new SettingsCheck(), target(Map.of(), connections)).what())
                .contains("85 of 97");
    }

    private CheckTarget target(Map<String, String> settings, Optional<StoreHealth.Connections> connections) {
        var health = new StoreHealth(List.of(), List.of(), List.of(), Optional.empty(), settings, connections);
        return CheckTarget.of(
                fabric.engine(),
                Optional.of(health),
                Clock.fixed(Instant.parse("2026-11-17T00:00:00Z"), ZoneOffset.UTC));
    }

    @Test
    void clockThatIsAnHourOffIsFound() {
        var ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
        var behind = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));

        assertThat(finding(new ClockCheck(), target(ahead)).what()).containsPattern("(59|60) min ahead of the store");
        assertThat(finding(new ClockCheck(), target(behind)).what()).containsPattern("(59|60) min behind the store");
        assertFine(new ClockCheck());
    }

    @Test
    void capabilityThatNoLiveWorkerHasIsFound() {
        create(GPU);
        register("w1");
        assertThat(finding(new CapabilityCheck()).what()).contains("1 execution", "needs gpu", "w1-1", "lacks gpu");

        register("w2", "gpu");
        assertFine(new CapabilityCheck());
    }

    @Test
    void executionBlockedByItsRouteIsFound() {
        var id = create(GPU);
        fabric.engine()
                .call(
                        Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                        new BlockExecutionForAdmission(
                                id, Optional.empty(), "waiting_for_capable_worker", Optional.empty()));

        assertThat(finding(new CapabilityCheck()).what()).contains(id.toString());
    }

    @Test
    void backlogWithoutAWorkerIsFound() {
        create("");
        create("");
        assertThat(finding(new BacklogCheck()).what()).contains("2 executions", "lane main of namespace shop");

        register("w1");
        assertFine(new BacklogCheck());
    }

    @Test
    void expiredLeaseThatIsNotMarkedMeansThatNoEngineRuns() {
        var id = create("");
        claim();
        var check = new ExpiredLeaseCheck(Duration.ofSeconds(-1));
        assertThat(finding(check).what()).contains("1 lease", "w1-1", id.toString());
        assertThat(finding(check).why()).contains("No engine with timers");

        await(() -> !fabric.engine()
                .call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id))
                .toString()
                .contains("not_yet"));
        assertThat(check.look(target(Clock.systemUTC())).what()).contains("1 expired lease marked");
    }

    @Test
    void subscriberFarBehindIsFound() {
        fabric.engine()
                .call(
                        Catalogue.ACQUIRE_CURSOR,
                        new AcquireCursor(
                                SHOP, new CursorName("billing"), new SubscriberId("s1"), EventCursor.START, 60_000, 0));
        for (int i = 0; i < 3; i++) {
            fabric.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(""), "no"));
        }

        assertThat(finding(new SubscriberCheck(2)).what())
                .isEqualTo("billing of namespace shop is more than 2 events behind and held by a subscriber");
        assertFine(new SubscriberCheck(3));
    }

    @Test
    void missingMigrationIsNamed() {
        var steps = List.of(new Step(1, "executions", false, true), new Step(2, "flows", true, false));

        assertThat(Checkup.migrations(steps))
                .isInstanceOfSatisfying(
                        Finding.class, finding -> assertThat(finding.what()).isEqualTo("missing: 2 flows"));
        assertThat(Checkup.migrations(steps.subList(0, 1))).isInstanceOf(Fine.class);
    }

    private ExecutionId create(String policy) {
        var execution = CreateExecution.of(SHOP, LANE, "charge");
        return fabric.engine()
                .call(
                        Catalogue.CREATE_EXECUTION,
                        policy.isEmpty()
                                ? execution.build()
                                : execution.policyJson(policy).build())
                .executionId();
    }

    private void claim() {
        fabric.engine()
                .call(
                        Catalogue.CLAIM,
                        new ClaimRequest(
                                LANE,
                                new WorkerId("w1"),
                                new WorkerInstanceId("w1-1"),
                                CapabilitySet.EMPTY,
                                Optional.empty(),
                                1,
                                0,
                                1));
    }

    private void register(String worker, String... capabilities) {
        fabric.engine()
                .call(
                        Catalogue.REGISTER_WORKER,
                        new RegisterWorker(
                                new WorkerId(worker),
                                new WorkerInstanceId(worker + "-1"),
                                SHOP,
                                List.of(LANE),
                                CapabilitySet.ofWorker(List.of(capabilities)),
                                60_000));
    }

    private CheckTarget target(Clock here) {
        return CheckTarget.of(fabric.engine(), Optional.of(StoreHealth.UNREMARKABLE), here);
    }

    private Finding finding(Check check) {
        return finding(check, target(Clock.systemUTC()));
    }

    private static Finding finding(Check check, CheckTarget target) {
        return (Finding) check.look(target);
    }

    private void assertFine(Check check) {
        assertThat(check.look(target(Clock.systemUTC()))).isInstanceOf(Fine.class);
    }

    private static void await(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}

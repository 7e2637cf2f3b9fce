package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.config.StoreSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkerBuilderTest {
    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT.withNamespace("acme"));

    @AfterEach
    void close() {
        fabric.close();
    }

    static Stream<Named<Consumer<FlowFabric>>> mistakes() {
        return Stream.of(
                named("no lane", fabric -> fabric.worker()),
                named("bad lane", fabric -> fabric.worker("a,b")),
                named("lane without weight", fabric -> fabric.worker("orders").lane("mail", 0)),
                named(
                        "lane of too much weight",
                        fabric -> fabric.worker("orders").lane("mail", 1001)),
                named(
                        "bad lane with a weight",
                        fabric -> fabric.worker("orders").lane("a,b", 1)),
                named(
                        "more lanes than one claim takes",
                        fabric -> start(fabric.worker(IntStream.range(0, 257)
                                .mapToObj(i -> "lane-" + i)
                                .toArray(String[]::new)))),
                named("no handler", fabric -> fabric.worker("orders").start()),
                named(
                        "two handlers of a kind",
                        fabric -> fabric.worker("orders")
                                .on("charge", task -> Optional.empty())
                                .on("charge", String.class, (task, payload) -> payload)),
                named(
                        "two handlers of any kind",
                        fabric -> fabric.worker("orders")
                                .onAnyKind(task -> Optional.empty())
                                .onAnyKind(task -> Optional.empty())),
                named("no handler at once", fabric -> fabric.worker("orders").limit("charge", 0)),
                named("more limits than a claim names kinds", fabric -> {
                    var worker = fabric.worker("orders");
                    IntStream.range(0, 65).forEach(i -> worker.limit("kind-" + i, 1));
                }),
                named(
                        "limit without a handler",
                        fabric -> fabric.worker("orders")
                                .on("charge", task -> Optional.empty())
                                .limit("charg", 1)
                                .start()),
                named("too many handlers", fabric -> fabric.worker("orders").concurrency(10_001)),
                named("no connection", fabric -> StoreSettings.DEFAULT.withConnections(0)),
                named("too many connections", fabric -> StoreSettings.DEFAULT.withConnections(1001)),
                named("no lease", fabric -> fabric.worker("orders").leaseTtl(Duration.ZERO)),
                named("endless lease", fabric -> fabric.worker("orders").leaseTtl(Duration.ofDays(50))),
                named("bad capability", fabric -> fabric.worker("orders").capabilities("a b")),
                named("bad namespace", fabric -> fabric.worker("orders").namespace("")),
                named("bad worker id", fabric -> fabric.worker("orders").workerId("a b")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakeIsRefusedBeforeAnythingStarts(Consumer<FlowFabric> mistake) {
        assertThatThrownBy(() -> mistake.accept(fabric))
                .isInstanceOfSatisfying(
                        ValidationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT));
        assertThat(engine.calls(Catalogue.CLAIM)).isEmpty();
    }

    @Test
    void nullIsRefusedWhereItIsGiven() {
        var worker = fabric.worker("orders");

        assertThatNullPointerException()
                .isThrownBy(() -> worker.on("charge", String.class, null))
                .withMessage("handler");
        assertThatNullPointerException()
                .isThrownBy(() -> worker.onAnyKind(null))
                .withMessage("handler");
        assertThatNullPointerException()
                .isThrownBy(() -> worker.on(null, task -> Optional.empty()))
                .withMessage("kind");
    }

    @Test
    void settingsReachTheClaim() throws InterruptedException {
        start(fabric.worker("orders")
                .workerId("pool")
                .workerInstanceId("i-1")
                .namespace("other")
                .capabilities("gpu")
                .leaseTtl(Duration.ofSeconds(9))
                .concurrency(3));

        assertThat(engine.awaitCall(Catalogue.CLAIM)).satisfies(claim -> {
            assertThat(claim.lanes()).containsExactly(LaneWeight.of(Samples.LANE));
            assertThat(claim.workerId().value()).isEqualTo("pool");
            assertThat(claim.workerInstanceId().value()).isEqualTo("i-1");
            assertThat(claim.namespace())
                    .hasValueSatisfying(name -> assertThat(name.value()).isEqualTo("other"));
            assertThat(claim.capabilities().csv()).isEqualTo("gpu");
            assertThat(claim.leaseTtlMs()).isEqualTo(9_000);
            assertThat(claim.limit()).isEqualTo(3);
        });
    }

    @Test
    void defaultsAreSixteenSlotsAndThirtySecondsInTheNamespaceOfTheFabric() throws InterruptedException {
        start(fabric.worker("orders"));

        assertThat(engine.awaitCall(Catalogue.CLAIM)).satisfies(claim -> {
            assertThat(claim.namespace())
                    .hasValueSatisfying(name -> assertThat(name.value()).isEqualTo("acme"));
            assertThat(claim.leaseTtlMs()).isEqualTo(30_000);
            assertThat(claim.limit()).isEqualTo(16);
        });
    }

    @Test
    void lanesAreClaimedFromByTheirWeights() throws InterruptedException {
        start(fabric.worker("orders", "mail").lane("mail", 3).lane("reports", 2));

        assertThat(engine.awaitCall(Catalogue.CLAIM).lanes())
                .containsExactly(
                        LaneWeight.of(Samples.LANE),
                        new LaneWeight(new LaneId("mail"), 3),
                        new LaneWeight(new LaneId("reports"), 2));
    }

    @Test
    void workersHaveDifferentInstanceIds() throws InterruptedException {
        start(fabric.worker("orders"));
        var first = engine.awaitCall(Catalogue.CLAIM).workerInstanceId();
        start(fabric.worker("other"));
        var claim = engine.awaitCall(Catalogue.CLAIM);
        while (claim.lanes().contains(LaneWeight.of(Samples.LANE))) {
            claim = engine.awaitCall(Catalogue.CLAIM);
        }

        assertThat(claim.workerInstanceId()).isNotEqualTo(first);
    }

    @Test
    void lessThanOneSlotIsOne() throws InterruptedException {
        start(fabric.worker("orders").concurrency(0));

        assertThat(engine.awaitCall(Catalogue.CLAIM).limit()).isOne();
    }

    private static void start(WorkerBuilder worker) {
        worker.onAnyKind(task -> Optional.empty()).start();
    }
}

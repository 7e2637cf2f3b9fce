package io.flowfabric.sdk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.worker.Samples;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubmissionBuilderTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final ExecutionId ID = ExecutionId.solo(Samples.LANE, PartitionConfig.DEFAULT);

    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT.withNamespace("acme"));

    @BeforeEach
    void create() {
        engine.answer(Catalogue.CREATE_EXECUTION, args -> new CreateExecutionOutcome.Created(ID, PublicState.WAITING));
    }

    @Test
    void shortFormSaysOnlyWhatIsNeeded() throws InterruptedException {
        var submitted = fabric.submit("orders", "charge-card", 5);

        assertThat(submitted.id()).isEqualTo(ID);
        assertThat(submitted.isDuplicate()).isFalse();
        assertThat(engine.awaitCall(Catalogue.CREATE_EXECUTION))
                .isEqualTo(CreateExecution.of(new Namespace("acme"), new LaneId("orders"), "charge-card")
                        .input(Payload.json("5"))
                        .build());
    }

    @Test
    void everyOptionReachesTheEngine() throws InterruptedException {
        fabric.submission("orders", "charge-card")
                .payload("raw")
                .priority(7)
                .delayUntil(NOW.plusSeconds(60))
                .deadline(NOW.plusSeconds(600))
                .idempotencyKey("o-1")
                .tag("acme.customer", "c-1")
                .id(ID)
                .submit();

        var args = engine.awaitCall(Catalogue.CREATE_EXECUTION);
        assertThat(args.input().bytes()).asString().isEqualTo("raw");
        assertThat(args.priority()).isEqualTo(7);
        assertThat(args.delayUntil()).hasValue(NOW.plusSeconds(60).toEpochMilli());
        assertThat(args.executionDeadlineAt()).hasValue(NOW.plusSeconds(600).toEpochMilli());
        assertThat(args.idempotencyKey()).contains(new IdempotencyKey("o-1"));
        assertThat(args.tags()).containsEntry("acme.customer", "c-1");
        assertThat(args.executionId()).contains(ID);
        assertThat(args.policy()).isEmpty();
    }

    @Test
    void delayCountsByTheClockOfTheStore() throws InterruptedException {
        engine.answer(Catalogue.SERVER_TIME_MS, none -> NOW.toEpochMilli());
        fabric.submission("orders", "charge-card").delay(Duration.ofMinutes(1)).submit();

        assertThat(engine.awaitCall(Catalogue.CREATE_EXECUTION).delayUntil())
                .hasValue(NOW.plusSeconds(60).toEpochMilli());
    }

    @Test
    void lastWordOnTheDelayCounts() throws InterruptedException {
        engine.answer(Catalogue.SERVER_TIME_MS, none -> NOW.toEpochMilli());
        fabric.submission("orders", "charge-card")
                .delay(Duration.ofMinutes(1))
                .delayUntil(NOW.plusSeconds(5))
                .submit();
        fabric.submission("orders", "charge-card")
                .delayUntil(NOW.plusSeconds(5))
                .delay(Duration.ofMinutes(1))
                .submit();

        assertThat(engine.awaitCall(Catalogue.CREATE_EXECUTION).delayUntil())
                .hasValue(NOW.plusSeconds(5).toEpochMilli());
        assertThat(engine.awaitCall(Catalogue.CREATE_EXECUTION).delayUntil())
                .hasValue(NOW.plusSeconds(60).toEpochMilli());
    }

    @Test
    void retryAndCapabilitiesBecomeAPolicy() throws InterruptedException {
        var retry = Retry.fixed(Duration.ofSeconds(1)).times(2);
        fabric.submission("orders", "charge-card").retry(retry).requires("gpu").submit();

        assertThat(submittedPolicy())
                .isEqualTo(ExecutionPolicy.builder()
                        .retry(retry.policy())
                        .requires("gpu")
                        .build());
    }

    @Test
    void retryOutranksThePolicyAndLeavesTheRestOfIt() throws InterruptedException {
        var retry = Retry.fixed(Duration.ofSeconds(1)).times(2);
        var rest = ExecutionPolicy.builder()
                .attemptTimeout(Duration.ofSeconds(9))
                .requires("gpu")
                .maxReclaims(4);
        fabric.submission("orders", "charge-card")
                .retry(retry)
                .policy(rest.retry(RetryPolicy.DEFAULT).build())
                .submit();

        assertThat(submittedPolicy()).isEqualTo(rest.retry(retry.policy()).build());
    }

    @Test
    void duplicateIsToldFromANewExecution() {
        engine.answer(Catalogue.CREATE_EXECUTION, args -> new CreateExecutionOutcome.Duplicate(ID));

        assertThat(fabric.submit("orders", "charge-card", 5).isDuplicate()).isTrue();
    }

    @Test
    void laneThatIsNoNameIsRefusedBeforeTheEngineIsAsked() {
        assertThatThrownBy(() -> fabric.submit("a,b", "charge-card", 5))
                .isInstanceOfSatisfying(
                        ValidationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT));
        assertThat(engine.calls(Catalogue.CREATE_EXECUTION)).isEmpty();
    }

    private ExecutionPolicy submittedPolicy() throws InterruptedException {
        return PolicyJson.parse(engine.awaitCall(Catalogue.CREATE_EXECUTION).policy());
    }
}

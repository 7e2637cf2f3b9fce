package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Created;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 02 §4 on a store. */
@Covers("create_execution")
public abstract class CreateContract extends ContractSuite {
    private static final String NO_DEDUP_POLICY = "{\"dedup_window_ms\":1000}";

    @Test
    public void newExecutionWaitsForAWorker() {
        var outcome = submit(execution());

        assertThat(outcome).isInstanceOf(Created.class);
        var e = describe(outcome.executionId());
        assertThat(e.vector()).isEqualTo(StateVector.of(VectorRow.ELIGIBLE, AttemptState.PENDING_FIRST_ATTEMPT));
        assertThat(e.publicState()).isEqualTo(PublicState.WAITING);
        assertThat(e.counters().attempts()).isZero();
        assertThat(e.leaseEpoch()).isZero();
        assertThat(e.current().index()).isEmpty();
        assertThat(e.timing().createdAt()).isEqualTo(START).isEqualTo(e.timing().lastMutationAt());
    }

    @Test
    public void delayAheadMakesItDelayedAndUnclaimable() {
        var outcome = submit(execution().delayUntil(START + 1));

        assertThat(outcome).isEqualTo(new Created(outcome.executionId(), PublicState.DELAYED));
        assertThat(describe(outcome.executionId()).blockingDetail()).isEqualTo("delayed until " + (START + 1));
        assertThat(claim("w1", 1)).isEmpty();
    }

    @Test
    public void delayThatIsNowOrPastMakesItClaimable() {
        var now = create(execution().delayUntil(START));
        var past = create(execution().delayUntil(START - 5000));

        assertThat(claim("w1", 2)).extracting(claim -> claim.executionId()).containsExactlyInAnyOrder(now, past);
    }

    @Test
    public void priorityIsClamped() {
        assertThat(describe(create(execution().priority(10_000))).priority()).isEqualTo(9000);
        assertThat(describe(create(execution().priority(-5))).priority()).isZero();
        assertThat(describe(create(execution().priority(50))).priority()).isEqualTo(50);
    }

    @Test
    public void sameIdIsADuplicateAndChangesNothing() {
        var id = ExecutionId.solo(LANE, PartitionConfig.DEFAULT);
        create(execution().id(id).input(Payload.json("1")));
        var before = describe(id);
        advance(10);

        assertThat(submit(execution().id(id).input(Payload.json("2")).priority(7)))
                .isEqualTo(new Duplicate(id));
        assertThat(describe(id)).isEqualTo(before);
        assertThat(claimOne("w1").input()).isEqualTo(Payload.json("1"));
    }

    @Test
    public void sameKeyAnswersTheFirstExecutionUntilItsWindowEnds() {
        var first = create(execution().idempotencyKey("order-1"));
        var second = ExecutionId.solo(LANE, PartitionConfig.DEFAULT);
        clock.advance(Duration.ofHours(23));

        assertThat(submit(execution().id(second).idempotencyKey("order-1"))).isEqualTo(new Duplicate(first));
        assertThat(exists(second)).isFalse();

        clock.advance(Duration.ofHours(1));
        assertThat(submit(execution().idempotencyKey("order-1"))).isInstanceOf(Created.class);
    }

    @Test
    public void policySetsTheWindowOfTheKey() {
        create(execution().idempotencyKey("k").policyJson(NO_DEDUP_POLICY));
        advance(999);
        assertThat(submit(execution().idempotencyKey("k"))).isInstanceOf(Duplicate.class);
        advance(1);
        assertThat(submit(execution().idempotencyKey("k"))).isInstanceOf(Created.class);
    }

    @Test
    public void sameKeyInAnotherNamespaceIsAnotherKey() {
        create(execution().idempotencyKey("k"));

        var other = CreateExecution.of(new Namespace("other"), LANE, "charge").idempotencyKey("k");
        assertThat(submit(other)).isInstanceOf(Created.class);
    }

    @Test
    public void emptyKeyIsNoKey() {
        assertThat(submit(execution().idempotencyKey(""))).isInstanceOf(Created.class);
        assertThat(submit(execution().idempotencyKey(""))).isInstanceOf(Created.class);
    }

    @Test
    public void invalidPolicyStoresNothingAndLeavesIdAndKeyFree() {
        var id = ExecutionId.solo(LANE, PartitionConfig.DEFAULT);
        refused(execution().id(id).idempotencyKey("k").policyJson("{nope"), ErrorCode.INVALID_POLICY_JSON, "malformed");
        refused(
                execution().id(id).policyJson("{\"routing_requirements\":[]}"),
                ErrorCode.INVALID_POLICY_JSON,
                "routing_requirements:not_object");
        refused(
                execution().id(id).policyJson("{\"retry_policy\":{\"backoff\":{\"type\":\"odd\"}}}"),
                ErrorCode.INVALID_POLICY_JSON,
                "backoff:unknown_type");
        refused(
                execution().policyJson("{\"routing_requirements\":{\"required_capabilities\":[\"a b\"]}}"),
                ErrorCode.INVALID_CAPABILITIES,
                "required:control_or_whitespace");

        assertThat(exists(id)).isFalse();
        assertThat(list()).isEmpty();
        assertThat(submit(execution().id(id).idempotencyKey("k"))).isInstanceOf(Created.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | not_array",
                "'\"a\"' | not_array",
                "[7] | non_string_token",
                "['\"\"'] | empty_token",
                "['\"a,b\"'] | comma_in_token",
                "['\"a b\"'] | control_or_whitespace",
                "['\"a\\n\"'] | control_or_whitespace",
                "['\"\\u007f\"'] | control_or_whitespace"
            })
    public void badRequirementStoresNothing(String tokens, String problem) {
        var policy = "{\"routing_requirements\":{\"required_capabilities\":%s}}".formatted(tokens.replace("'", ""));

        refused(execution().policyJson(policy), ErrorCode.INVALID_CAPABILITIES, "required:" + problem);
        assertThat(list()).isEmpty();
    }

    @Test
    public void requirementsMayFillTheirBounds() {
        create(execution().policyJson(requiring(tokens(256, 3))));
        create(execution().policyJson(requiring(tokens(15, 255), "x".repeat(256))));
        refused(
                execution().policyJson(requiring(tokens(257, 3))),
                ErrorCode.INVALID_CAPABILITIES,
                "required:too_many_tokens");
        refused(
                execution().policyJson(requiring(tokens(15, 255), "x".repeat(257))),
                ErrorCode.INVALID_CAPABILITIES,
                "required:too_many_bytes");
    }

    @Test
    public void requirementBeyondAsciiIsMatchedVerbatim() {
        var id = create(execution().policyJson(requiring("größe-東京")));

        assertThat(engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w1", "größe-東京")))
                .isInstanceOf(GrantOutcome.Granted.class);
    }

    @Test
    public void badTagKeyStoresNothing() {
        refused(execution().tag("fine.key", "1").tag("Bad", "2"), ErrorCode.INVALID_TAG_KEY, "Bad");
        assertThat(list()).isEmpty();
    }

    @Test
    public void duplicateIsAnsweredBeforePolicyAndTagsAreLookedAt() {
        var first = create(execution().idempotencyKey("k"));

        assertThat(submit(execution().idempotencyKey("k").policyJson("{nope").tag("Bad", "x")))
                .isEqualTo(new Duplicate(first));
    }

    @Test
    public void partitionBeyondTheCountIsRefused() {
        var beyond = new ExecutionId(256, UUID.randomUUID());
        assertThatThrownBy(() -> submit(execution().id(beyond)))
                .isInstanceOfSatisfying(EngineException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                    assertThat(refusal).hasMessageContaining("256");
                });
        assertThat(exists(beyond)).isFalse();
    }

    @Test
    public void inputMayHaveOneMebibyteAndNoMore() {
        var id = create(execution().input(Payload.of(new byte[1 << 20])));
        assertThat(claimOne("w1").input().size()).isEqualTo(1 << 20);
        assertThat(exists(id)).isTrue();

        refused(
                execution().input(Payload.of(new byte[(1 << 20) + 1])),
                ErrorCode.PAYLOAD_TOO_LARGE,
                "input_payload: 1048577 bytes");
    }

    @Test
    public void deadlineIsArmedAsGivenOrByPolicy() {
        var given = create(execution().deadlineAt(START + 77));
        var byPolicy = create(execution().policyJson("{\"timeout_policy\":{\"execution_deadline_ms\":5000}}"));

        assertThat(describe(given).dueTimes().deadlineAt()).isEqualTo(OptionalLong.of(START + 77));
        assertThat(describe(byPolicy).dueTimes().deadlineAt()).isEqualTo(OptionalLong.of(START + 5000));
    }

    @Test
    public void bytesTagsAndKindComeBackUnchanged() {
        var noise = Payload.of(new byte[] {0, (byte) 0xFF, (byte) 0xC3, 0x28, 1});
        create(execution().input(noise).tag("a.b", "ü\n\"'").tag("cairn.instance_id", "i-42"));

        var claim = claimOne("w1");
        assertThat(claim.input()).isEqualTo(noise);
        assertThat(claim.executionKind()).isEqualTo("charge");
        assertThat(claim.tags()).containsEntry("a.b", "ü\n\"'").containsEntry("cairn.instance_id", "i-42");
    }

    @Test
    public void instanceTagIsReportedOnce() {
        create(execution().tag("cairn.instance_id", "i-42"));
        create(execution());

        assertThat(events()).singleElement().isInstanceOfSatisfying(InstanceTagEvent.class, event -> {
            assertThat(event.value()).isEqualTo("i-42");
            assertThat(event.namespace()).isEqualTo(SHOP);
        });
    }

    /** So many different tokens of so many bytes each. */
    private static String[] tokens(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> "%03d".formatted(i) + "t".repeat(length - 3))
                .toArray(String[]::new);
    }

    private static String requiring(String[] tokens, String last) {
        var all = Arrays.copyOf(tokens, tokens.length + 1);
        all[tokens.length] = last;
        return requiring(all);
    }

    private CreateExecutionOutcome submit(CreateExecutionBuilder execution) {
        return engine.call(Catalogue.CREATE_EXECUTION, execution.build());
    }

    private List<ExecutionId> list() {
        return engine.call(Catalogue.LIST_EXECUTIONS, new ListExecutions(OptionalInt.empty(), Optional.empty(), 1000))
                .executions();
    }

    private void refused(CreateExecutionBuilder execution, ErrorCode code, String detail) {
        assertThatThrownBy(() -> submit(execution)).isInstanceOfSatisfying(EngineException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(code);
            assertThat(refusal.detail()).isEqualTo(detail);
        });
    }
}

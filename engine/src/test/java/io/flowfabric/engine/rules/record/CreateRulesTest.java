package io.flowfabric.engine.rules.record;

import static io.flowfabric.engine.rules.Given.ID;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Timing;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Created;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateRulesTest {
    private static final ExecutionId FIRST = new ExecutionId(7, new UUID(0, 99));

    @Test
    void aNewExecutionHasNoHistory() {
        var decision = create(arguments(), Existing.NOTHING);

        assertThat(result(decision)).isEqualTo(new Created(ID, PublicState.WAITING));
        var e = created(decision).after();
        assertThat(e.version()).isEqualTo(1);
        assertThat(e.counters()).isEqualTo(Counters.ZERO);
        assertThat(e.leaseEpoch()).isZero();
        assertThat(e.current()).isEqualTo(AttemptPointer.NONE);
        assertThat(e.timing()).isEqualTo(Timing.createdAt(T0));
        assertThat(e.dueTimes()).isEqualTo(DueTimes.NONE);
        assertThat(e.blockingDetail()).isEmpty();
        assertThat(decision.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, delayed", "0, waiting", "-1, waiting"})
    void onlyADelayThatLiesAheadDelays(long offset, String publicState) {
        var decision = create(arguments().delayUntil(T0 + offset), Existing.NOTHING);

        var e = created(decision).after();
        assertThat(e.publicState().literal()).isEqualTo(publicState);
        assertThat(e.dueTimes().delayUntil().isPresent()).isEqualTo(offset > 0);
        assertThat(e.blockingDetail()).isEqualTo(offset > 0 ? "delayed until " + (T0 + offset) : "");
    }

    @ParameterizedTest
    @CsvSource({"10000, 9000", "9001, 9000", "9000, 9000", "50, 50", "0, 0", "-5, 0"})
    void prioritiesAreClampedSilently(int given, int stored) {
        assertThat(created(create(arguments().priority(given), Existing.NOTHING))
                        .after()
                        .priority())
                .isEqualTo(stored);
    }

    @Test
    void aKnownKeyAnswersTheFirstExecutionBeforeAnythingIsExamined() {
        var decision = create(arguments().policyJson("no json"), new Existing(Optional.of(FIRST), true));

        assertThat(result(decision)).isEqualTo(new Duplicate(FIRST));
        changesNothing(decision);
    }

    @Test
    void aTakenIdIsADuplicateBeforeThePolicyIsExamined() {
        var decision = create(arguments().policyJson("no json"), new Existing(Optional.empty(), true));

        assertThat(result(decision)).isEqualTo(new Duplicate(ID));
        changesNothing(decision);
    }

    @Test
    void aPolicyThatCannotBeReadLeavesNoTrace() {
        var decision = create(arguments().policyJson("{"), Existing.NOTHING);

        refusesQuietly(decision, ErrorCode.INVALID_POLICY_JSON);
        assertThat(refusal(decision).detail()).isEqualTo("malformed");
    }

    @Test
    void thePolicyIsJudgedBeforeTheTags() {
        var bad = arguments().policyJson("{").tag("no dot", "x");

        refusesQuietly(create(bad, Existing.NOTHING), ErrorCode.INVALID_POLICY_JSON);
        refusesQuietly(create(arguments().tag("no dot", "x"), Existing.NOTHING), ErrorCode.INVALID_TAG_KEY);
    }

    @Test
    void theDeadlineIsTheGivenOneOrThePolicys() {
        var policy = ExecutionPolicy.builder()
                .executionDeadline(Duration.ofSeconds(9))
                .build();

        assertThat(deadline(arguments().policy(policy))).hasValue(T0 + 9_000);
        assertThat(deadline(arguments().policy(policy).deadlineAt(T0 - 1))).hasValue(T0 - 1);
        assertThat(deadline(arguments())).isEmpty();
    }

    @Test
    void aKeyIsReservedForADayUnlessThePolicySaysOtherwise() {
        var keyed = arguments().idempotencyKey("k");

        assertThat(reservedUntil(keyed)).contains(T0 + 86_400_000);
        assertThat(reservedUntil(keyed.policy(window(5)))).contains(T0 + 5);
        assertThat(reservedUntil(keyed.policy(window(0)))).isEmpty();
    }

    @Test
    void anEmptyKeyReservesNothing() {
        assertThat(reservedUntil(arguments().idempotencyKey(""))).isEmpty();
        assertThat(reservedUntil(arguments())).isEmpty();
    }

    @Test
    void requirementsComeFromThePolicy() {
        var policy = ExecutionPolicy.builder().requires("gpu", "eu").build();

        var e = created(create(arguments().policy(policy), Existing.NOTHING)).after();

        assertThat(e.identity().requiredCapabilities().csv()).isEqualTo("eu,gpu");
    }

    @Test
    void anInstanceTagIsTold() {
        var decision = create(arguments().tag("cairn.instance_id", "i-42"), Existing.NOTHING);

        assertThat(created(decision).after().identity().instanceTag()).contains("i-42");
        assertThat(events(decision)).containsExactly("instance_tag i-42");
    }

    @Test
    void anIdBeyondThePartitionCountIsRefusedByName() {
        var foreign = new ExecutionId(256, new UUID(0, 1));

        var refusal = CreateRules.checkArguments(arguments().build(), foreign, PartitionConfig.DEFAULT)
                .orElseThrow();

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal.detail()).startsWith("execution_id: partition 256");
    }

    @Test
    void anInputOfExactlyOneMebibyteIsStoredAndOneByteMoreIsRefused() {
        assertThat(checkInput(1 << 20)).isEmpty();
        assertThat(checkInput((1 << 20) + 1)).contains(ErrorCode.PAYLOAD_TOO_LARGE);
    }

    private static Optional<ErrorCode> checkInput(int size) {
        var args = arguments().input(Payload.of(new byte[size])).build();
        return CreateRules.checkArguments(args, ID, PartitionConfig.DEFAULT).map(error -> error.code());
    }

    private static ExecutionPolicy window(long ms) {
        return ExecutionPolicy.builder().dedupWindow(Duration.ofMillis(ms)).build();
    }

    private static OptionalLong deadline(CreateExecutionBuilder arguments) {
        return created(create(arguments, Existing.NOTHING)).after().dueTimes().deadlineAt();
    }

    private static Optional<Long> reservedUntil(CreateExecutionBuilder arguments) {
        return created(create(arguments, Existing.NOTHING))
                .submission()
                .reservation()
                .map(Submission.KeyReservation::until);
    }

    private static Decision<CreateExecutionOutcome> create(CreateExecutionBuilder arguments, Existing existing) {
        return CreateRules.create(arguments.build(), ID, existing, T0);
    }

    private static Change.Created created(Decision<?> decision) {
        assertThat(decision.changes()).hasSize(1);
        return (Change.Created) decision.changes().get(0);
    }
}

package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.op.tag.GetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTags;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.SampleArguments;
import io.flowfabric.store.testkit.SampleArguments.ArgumentPath;
import io.flowfabric.store.testkit.SampleArguments.Sort;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No text has the character U+0000 or half of a surrogate pair, whatever the store could do with it; bytes may be anything.
 */
public abstract class TextContract extends ContractSuite {
    private static final String BAD = "a\0b";
    private static final Payload BADLY_NAMED = new Payload(new byte[] {1}, Optional.of(BAD));

    /** A text that no store keeps as it is, and where in it that is. */
    private static final Map<String, String> FLAWS = Map.of(
            "a\0b", "U+0000 at position 1",
            "\ud800", "U+D800, half of a surrogate pair, at position 0",
            "a\udbff", "U+DBFF, half of a surrogate pair, at position 1",
            "\ud83d\ude00\udc00", "U+DC00, half of a surrogate pair, at position 2");

    static Stream<Operation<?, ?>> operations() {
        return Catalogue.all().stream();
    }

    @ParameterizedTest
    @MethodSource("operations")
    public void everyTextOfEveryOperationIsRefusedByItsNameAndPosition(Operation<?, ?> operation) {
        for (ArgumentPath place : SampleArguments.places(operation.arguments())) {
            if (place.sort() == Sort.TEXT) {
                FLAWS.forEach((text, flaw) -> assertFlawIsRefused(operation, place, text, flaw));
            }
        }
    }

    private <A> void assertFlawIsRefused(Operation<A, ?> operation, ArgumentPath place, String text, String flaw) {
        String what = "%s of %s with %s".formatted(place.path(), operation, flaw);
        EngineError refusal = refusal(operation, SampleArguments.with(operation.arguments(), place, text));

        assertThat(refusal.code())
                .as(what)
                .isIn(ErrorCode.INVALID_INPUT, ErrorCode.INVALID_TAG_KEY, ErrorCode.INVALID_CAPABILITIES);
        assertThat(UnicodeText.flaw(refusal.message())).as(what).isEmpty();
        if (place.owner() != LaneId.class && !isCapability(place)) {
            assertThat(refusal.detail()).as(what).contains(name(place)).contains(flaw);
        }
    }

    /** The refusal of a call, or of the item of a batch. */
    private <A, R> EngineError refusal(Operation<A, R> operation, Supplier<A> arguments) {
        try {
            R answer = engine.call(operation, arguments.get());
            return ((BatchItem.Refused<?>) ((List<?>) answer).get(0)).error();
        } catch (ValidationException refused) {
            return refused.error();
        }
    }

    /** Lanes and capabilities have words of their own for what they must not contain. */
    private static boolean isCapability(ArgumentPath place) {
        return place.path().endsWith("apabilities[]");
    }

    /** The last word of the path: an id that is refused before the arguments are made knows nothing of what is around it. */
    private static String name(ArgumentPath place) {
        String path = place.path().replaceAll("\\[]|\\{.*", "");
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Both would be stored as a question mark. */
    @Test
    public void keysThatDifferInHalfASurrogatePairAreNotTakenForOneAnother() {
        for (String key : List.of("\ud800", "\udbff")) {
            refused(
                    ErrorCode.INVALID_INPUT,
                    Catalogue.CREATE_EXECUTION,
                    execution().idempotencyKey(key).build());
        }
        assertThat(claim("w1", 1)).isEmpty();

        var batch = engine.call(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(List.of(
                        execution().idempotencyKey("\ud800").build(),
                        execution().idempotencyKey("?").build(),
                        execution().idempotencyKey("\udbff").build())));
        assertThat(batch.get(0)).isInstanceOf(BatchItem.Refused.class);
        assertThat(batch.get(1).orThrow()).isInstanceOf(CreateExecutionOutcome.Created.class);
        assertThat(batch.get(2)).isInstanceOf(BatchItem.Refused.class);
    }

    /** By an escape JSON spells what the text of the policy does not contain. */
    @Test
    public void policyIsRefusedForWhatItsEscapesSpell() {
        for (String escape : List.of("\\ud800", "\\u0000")) {
            var refusal = refused(
                    ErrorCode.INVALID_POLICY_JSON,
                    Catalogue.CREATE_EXECUTION,
                    execution()
                            .policyJson("{\"routing_requirements\":{\"preferred_locality\":\"%s\"}}".formatted(escape))
                            .build());
            assertThat(refusal).hasMessageContaining("preferred_locality").hasMessageContaining("at position 0");
        }
    }

    @Test
    public void wholePairsAreKeptAsTheyAre() {
        var id = create(CreateExecution.of(SHOP, LANE, "\ud83d\ude00").tag("acme.a", "x\ud83d\ude00y"));

        var stored =
                engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).orElseThrow();
        assertThat(stored.executionKind()).isEqualTo("\ud83d\ude00");
        assertThat(stored.tags()).containsEntry("acme.a", "x\ud83d\ude00y");
    }

    static Stream<CreateExecutionBuilder> submissions() {
        return Stream.of(
                CreateExecution.of(SHOP, LANE, BAD),
                execution().creator(BAD),
                execution().idempotencyKey(BAD),
                execution().tag("acme.a", BAD),
                execution().input(BADLY_NAMED));
    }

    @ParameterizedTest
    @MethodSource("submissions")
    public void submissionIsRefused(CreateExecutionBuilder submission) {
        refused(ErrorCode.INVALID_INPUT, Catalogue.CREATE_EXECUTION, submission.build());

        assertThat(claim("w1", 1)).isEmpty();
    }

    @Test
    public void nothingIsDoneInWordsThatCannotBeStored() {
        var id = create();
        var claim = claimOne("w1");
        var before = describe(id);

        refused(Catalogue.PROGRESS, new ProgressRequest(claim.handle(), OptionalInt.of(5), Optional.of(BAD)));
        refused(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(BADLY_NAMED)));
        refused(Catalogue.FAIL, new FailRequest(claim.handle(), BAD, FailureClass.TRANSIENT, Optional.empty()));
        refused(Catalogue.FAIL, new FailRequest(claim.handle(), "boom", FailureClass.TRANSIENT, Optional.of(BAD)));
        refused(Catalogue.CANCEL, new CancelRequest(claim.handle(), BAD));
        refused(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, BAD));
        refused(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, BAD));
        refused(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(id, Optional.empty(), "waiting_for_budget", Optional.of(BAD)));
        refused(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(id, "acme.a", BAD));
        refused(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(id, BAD, "x"));
        refused(Catalogue.SET_EXECUTION_TAGS, new SetExecutionTags(id, Map.of("acme.a", BAD)));

        assertThat(describe(id)).isEqualTo(before);
        assertThat(types()).containsExactly("acquired");
    }

    @Test
    public void nothingIsLookedFor() {
        var id = create();
        var filter = new ScannerFilter(Optional.empty(), Optional.of(new ScannerFilter.InstanceTag("acme.a", BAD)));
        var waiting = new SubscribeEvents(Set.of(EventFamily.LEASE), EventCursor.FROM_NOW, filter, 1, 30_000);

        refused(Catalogue.GET_EXECUTION_TAG, new GetExecutionTag(id, BAD));
        refused(Catalogue.SUBSCRIBE_EVENTS, waiting.withoutWaiting());
        assertThatThrownBy(() ->
                        engine.callAsync(Catalogue.SUBSCRIBE_EVENTS, waiting).join())
                .hasCauseInstanceOf(ValidationException.class);
    }

    @Test
    public void itemOfABatchIsRefusedAlone() {
        var submitted = engine.call(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(
                        List.of(execution().creator(BAD).build(), execution().build())));
        assertThat(submitted.get(0)).isInstanceOf(BatchItem.Refused.class);
        var id = submitted.get(1).orThrow().executionId();
        var claim = claimOne("w1");
        assertThat(claim.executionId()).isEqualTo(id);

        var completed = engine.call(
                Catalogue.COMPLETE_BATCH,
                new CompleteBatch(
                        List.of(new CompleteRequest(claim.handle(), Optional.of(BADLY_NAMED)), plainly(claim))));

        assertThat(completed.get(0))
                .isInstanceOfSatisfying(
                        BatchItem.Refused.class,
                        refused -> assertThat(refused.error().code()).isEqualTo(ErrorCode.INVALID_INPUT));
        completed.get(1).orThrow();
        assertThat(describe(id).publicState()).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    public void bytesMayBeAnything() {
        var zero = Payload.of(new byte[] {0, 'a', 0});
        var id = create(execution().input(zero));
        var claim = claimOne("w1");
        assertThat(claim.input()).isEqualTo(zero);

        engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(zero)));

        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .contains(zero);
    }

    private static CompleteRequest plainly(Claim claim) {
        return new CompleteRequest(claim.handle(), Optional.empty());
    }

    private <A, R> void refused(Operation<A, R> operation, A arguments) {
        assertThat(refused(ErrorCode.INVALID_INPUT, operation, arguments).getMessage())
                .as("refusal of %s", operation)
                .doesNotContain("\0");
    }
}

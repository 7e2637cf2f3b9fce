package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.BlockExecutionForAdmission;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CancelRequest;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.CompleteBatch;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.GetExecutionTag;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.SetExecutionTag;
import io.flowfabric.model.op.SetExecutionTags;
import io.flowfabric.model.op.SubmitBatch;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.model.policy.FailureClass;
import io.flowfabric.model.state.PublicState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No text has the character U+0000, whatever the store could do with it; bytes may be anything. */
public abstract class TextContract extends ContractSuite {
    private static final String BAD = "a\0b";
    private static final Payload BADLY_NAMED = new Payload(new byte[] {1}, Optional.of(BAD));

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

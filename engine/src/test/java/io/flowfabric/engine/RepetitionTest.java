package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.SubmitBatch;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RepetitionTest {
    /** Those that act again, or refuse what they did; with an id or a key some of them become safe. */
    private static final Set<String> UNSAFE_BY_THEMSELVES = Set.of(
            "claim",
            "claim_execution",
            "claim_for_worker",
            "claim_resumed_execution",
            "claim_from_resume_grant",
            "reclaim_execution",
            "issue_claim_grant",
            "issue_reclaim_grant",
            "issue_grant_and_claim",
            "create_execution",
            "submit_batch",
            "delay",
            "wait_children",
            "replay_execution",
            "block_route",
            "block_execution_for_admission");

    @Test
    void everyOperationIsKnownToBeSafeOrNot() {
        var unsafe = Catalogue.all().stream()
                .filter(operation -> !Repetition.isSafe(operation, "anything"))
                .map(Operation::name)
                .collect(Collectors.toSet());

        assertThat(unsafe).isEqualTo(UNSAFE_BY_THEMSELVES);
    }

    @Test
    void submissionIsSafeWhenItIsNamed() {
        var nameless = submission().build();
        var byId = submission().id(ExecutionId.minted(7)).build();
        var byKey = submission().idempotencyKey("order-1").build();

        assertThat(Repetition.isSafe(Catalogue.CREATE_EXECUTION, nameless)).isFalse();
        assertThat(Repetition.isSafe(Catalogue.CREATE_EXECUTION, byId)).isTrue();
        assertThat(Repetition.isSafe(Catalogue.CREATE_EXECUTION, byKey)).isTrue();
        assertThat(Repetition.isSafe(Catalogue.SUBMIT_BATCH, new SubmitBatch(List.of(byId, byKey))))
                .isTrue();
        assertThat(Repetition.isSafe(Catalogue.SUBMIT_BATCH, new SubmitBatch(List.of(byId, nameless))))
                .isFalse();
    }

    private static CreateExecutionBuilder submission() {
        return CreateExecution.of(new Namespace("shop"), new LaneId("main"), "charge");
    }
}

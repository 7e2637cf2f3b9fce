package io.flowfabric.sdk.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Created;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.model.state.PublicState;
import org.junit.jupiter.api.Test;

class RepeatableArgumentsTest {
    @Test
    void repeatIsToldWhatTheFirstAnswerSaid() {
        assertThat(toldState(submission())).isEqualTo(PublicState.WAITING);
        assertThat(toldState(submission().delayUntil(Long.MAX_VALUE))).isEqualTo(PublicState.DELAYED);
    }

    @Test
    void emptyKeyNamesNothing() {
        var minted = minted(submission().idempotencyKey(""));

        assertThat(minted.arguments().executionId()).isPresent();
    }

    @Test
    void whatIsNamedStaysAsItIs() {
        var duplicate = new Duplicate(ExecutionId.minted(7));
        for (var named : new CreateExecutionBuilder[] {
            submission().id(ExecutionId.minted(7)), submission().idempotencyKey("order-1")
        }) {
            var minted = minted(named);

            assertThat(minted.arguments()).isEqualTo(named.build());
            assertThat(minted.<Object>answer(duplicate)).isEqualTo(duplicate);
        }
    }

    private static PublicState toldState(CreateExecutionBuilder submission) {
        var minted = minted(submission);
        var id = minted.arguments().executionId().orElseThrow();
        var told = (Created) minted.<Object>answer(new Duplicate(id));
        assertThat(told.executionId()).isEqualTo(id);
        return told.publicState();
    }

    private static RepeatableArguments<CreateExecution> minted(CreateExecutionBuilder submission) {
        return RepeatableArguments.of(Catalogue.CREATE_EXECUTION, submission.build(), PartitionConfig.DEFAULT);
    }

    private static CreateExecutionBuilder submission() {
        return CreateExecution.of(new Namespace("shop"), new LaneId("main"), "charge");
    }
}

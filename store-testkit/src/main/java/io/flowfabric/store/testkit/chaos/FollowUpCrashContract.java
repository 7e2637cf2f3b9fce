package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.StoreContract;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process is killed between a commit and what follows from it: another process carries it out. */
@Timeout(120)
public abstract class FollowUpCrashContract extends StoreContract {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long BETWEEN_LOOKS_NANOS = 5_000_000;

    @Test
    void effectOfAKilledProcessIsCarriedOutByAnother() throws Exception {
        String address = fixture().freshAddress();
        ExecutionId id;
        try (var before = Client.open(address)) {
            id = before.create();
            before.engine()
                    .call(
                            Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                            new BlockExecutionForAdmission(
                                    id, Optional.empty(), "waiting_for_capable_worker", Optional.empty()));
        }
        try (var child = ChildJvm.start(FollowUpCrashProcess.class, address)) {
            child.hear(FollowUpCrashProcess.COMMITTED);
            child.kill();
        }
        try (var beside = Client.open(address)) {
            assertThat(beside.engine().load().followUps()).isEqualTo(new EngineLoad.FollowUps(1, 0));
            assertThat(row(beside, id)).isEqualTo(VectorRow.BLOCKED_BY_ROUTE);
        }

        try (var next = Client.open(address, EngineSettings.DEFAULT)) {
            var deadline = Deadline.in(TIMEOUT);
            while (next.engine().load().followUps().waiting() > 0) {
                assertThat(deadline.hasPassed()).as("the follow-up stays").isFalse();
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            }
            assertThat(row(next, id)).isEqualTo(VectorRow.ELIGIBLE);
        }
    }

    private static VectorRow row(Client client, ExecutionId id) {
        return client.engine()
                .call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                .orElseThrow()
                .execution()
                .vector()
                .row();
    }
}

package io.flowfabric.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.sdk.worker.WorkerBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * 07 §6.2 with lost answers: a worker does not count as another with its own instance id, and a real other one does.
 */
class LostRegistrationTest extends LossySuite {
    @Test
    void workerWithAMintedIdStarts() {
        line.loseAnswerTo(Catalogue.REGISTER_WORKER);

        worker().start();

        assertWorksAfterTwoRegistrations();
    }

    @Test
    void workerWithAChosenIdStarts() {
        line.loseAnswerTo(Catalogue.REGISTER_WORKER);

        worker().workerInstanceId("i-1").start();

        assertWorksAfterTwoRegistrations();
    }

    @Test
    void secondWorkerUnderAnIdIsRefused() {
        worker().workerInstanceId("i-1").start();
        var before = registry();
        line.loseAnswerTo(Catalogue.LIST_WORKERS);
        line.loseAnswerTo(Catalogue.REGISTER_WORKER);

        assertThatThrownBy(() -> worker().workerInstanceId("i-1").start())
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("worker_instance_id: i-1");

        assertThat(registry()).as("the first is left alone").isEqualTo(before);
    }

    private void assertWorksAfterTwoRegistrations() {
        assertThat(line.answers(Catalogue.REGISTER_WORKER)).isEqualTo(2);
        assertThat(registry()).hasSize(1);
        assertThat(fabric.submission("orders", "work").submit().await(String.class, LONG))
                .isEqualTo("done");
    }

    private List<WorkerEntry> registry() {
        return fabric.admin().workers().toList();
    }

    private WorkerBuilder worker() {
        return fabric.worker("orders").onAnyKind(task -> Optional.of("done".getBytes(UTF_8)));
    }
}

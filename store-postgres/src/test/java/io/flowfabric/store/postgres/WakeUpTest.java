package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.model.op.Claim;
import io.flowfabric.testkit.Client;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two stores on one schema hear each other. */
class WakeUpTest {
    /** Shorter than the pulse, so that only a ring can be in time. */
    private static final Duration PATIENCE = Duration.ofSeconds(9);

    private Client waiting;
    private Client submitting;

    @BeforeEach
    void open() throws Exception {
        String address = TestPostgres.freshAddress();
        waiting = Client.of(TestPostgres.open(address));
        submitting = Client.of(TestPostgres.open(address));
        assertThat(bellsOf(waiting).work().awaitBeyond(0, Deadline.in(PATIENCE)))
                .as("it rings once when it begins to hear")
                .isTrue();
    }

    @AfterEach
    void close() {
        waiting.close();
        submitting.close();
    }

    @Test
    void parkedClaimIsWokenByASubmissionInAnotherProcess() throws Exception {
        var claims = CompletableFuture.supplyAsync(() -> waiting.claim(1, PATIENCE));
        var id = submitting.create();
        assertThat(claims.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .extracting(Claim::executionId)
                .containsExactly(id);
    }

    @Test
    void everyBellRingsForACommitOfAnotherProcess() throws Exception {
        var bells = bellsOf(waiting);
        long work = bells.work().position();
        long ends = bells.ends().position();
        submitting.create();
        assertThat(bells.work().awaitBeyond(work, Deadline.in(PATIENCE))).isTrue();
        assertThat(bells.ends().awaitBeyond(ends, Deadline.in(PATIENCE))).isTrue();
    }

    private static Doorbells bellsOf(Client client) {
        return client.store().doorbells();
    }
}

package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.ThreadWait;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two engines in two processes on one file. */
class NeighbourTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private Client client;
    private ChildJvm neighbour;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        Path database = directory.resolve("a.db");
        client = Client.open("sqlite:" + database);
        neighbour = ChildJvm.start(SubmittingProcess.class, database);
        neighbour.hear("ready");
    }

    @AfterEach
    void close() throws Exception {
        neighbour.close();
        client.close();
    }

    @Test
    void parkedClaimGetsWhatAnotherProcessSubmits() throws Exception {
        var claim = new FutureTask<List<Claim>>(() -> client.claim(1, LONG));
        var claimer = new Thread(claim, "claimer");
        claimer.start();
        awaitParked(claimer);

        neighbour.say("submit");

        var submitted = ExecutionId.parse(neighbour.hear("created"));
        assertThat(claim.get(LONG.toSeconds() * 2, TimeUnit.SECONDS))
                .extracting(Claim::executionId)
                .containsExactly(submitted);
    }

    @Test
    void commitOfAnotherProcessRingsTheDoorbell() throws Exception {
        var doorbell = client.store().doorbells().work();
        long seen = doorbell.position();
        neighbour.say("submit");
        assertThat(doorbell.awaitBeyond(seen, Deadline.in(LONG))).isTrue();
    }

    private static void awaitParked(Thread thread) {
        while (Arrays.stream(thread.getStackTrace())
                .noneMatch(frame -> frame.getClassName().equals(ThreadWait.class.getName()))) {
            assertThat(thread.isAlive()).isTrue();
            Thread.onSpinWait();
        }
    }
}

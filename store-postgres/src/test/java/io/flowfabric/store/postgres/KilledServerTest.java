package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.embedded.KillableServer;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed under load and comes back. */
@Timeout(300)
class KilledServerTest {
    private static final int SUBMITTERS = 4;
    private static final int ENOUGH = 50;

    @TempDir
    private Path directory;

    private KillableServer server;
    private Client client;

    @BeforeEach
    void start() throws Exception {
        server = KillableServer.start(directory.resolve("data"));
        client = Client.of(TestPostgres.open(server.address()), Duration.ofSeconds(2));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void nothingAcknowledgedIsLostAndWorkGoesOn() throws Exception {
        var acknowledged = new AtomicInteger();
        var stop = new AtomicBoolean();
        var threads = Executors.newFixedThreadPool(SUBMITTERS);
        var submitters = new ArrayList<Future<List<ExecutionId>>>();
        try {
            for (int i = 0; i < SUBMITTERS; i++) {
                submitters.add(threads.submit(new Submitter(client, acknowledged, stop)));
            }
            for (int round = LongRuns.rounds(20, 2); round > 0; round--) {
                awaitMore(acknowledged, submitters);
                server.kill();
                server.restart();
            }
            awaitMore(acknowledged, submitters);
            stop.set(true);
            for (var submitter : submitters) {
                assertThat(submitter.get())
                        .allSatisfy(id -> assertThat(client.find(id)).isPresent());
            }
        } finally {
            stop.set(true);
            threads.shutdown();
        }
    }

    @Test
    void callersAreAnsweredByTheirDeadlineWhileTheServerIsAway() throws Exception {
        client.create();
        server.kill();
        assertThatThrownBy(client::create)
                .isInstanceOfSatisfying(
                        OperationTimeoutException.class,
                        timeout -> assertThat(timeout.mayHaveBeenApplied()).isFalse());
        server.restart();
    }

    /** Waits until some more were acknowledged, for as long as all clients are still at work. */
    private static void awaitMore(AtomicInteger acknowledged, List<Future<List<ExecutionId>>> submitters) {
        int enough = acknowledged.get() + ENOUGH;
        while (acknowledged.get() < enough) {
            assertThat(submitters).noneMatch(Future::isDone);
            Thread.yield();
        }
    }
}

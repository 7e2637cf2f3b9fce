package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.PublicState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker and a client of a server that restarts, at the same address and on the same store. */
@Timeout(120)
class ServerRestartTest {
    private static final int TASKS = 200;

    @TempDir
    Path folder;

    private final Map<ExecutionId, Integer> runs = new ConcurrentHashMap<>();

    @Test
    void workerGoesOnWhenItsServerComesBack() throws InterruptedException {
        String store = "sqlite:" + folder.resolve("shop.db");
        var before = TestServer.on(store);
        var underWay = new CountDownLatch(TASKS / 4);
        var restarted = new CountDownLatch(1);
        try (var fabric = FlowFabric.open(before.address())) {
            fabric.worker("orders")
                    .concurrency(8)
                    .leaseTtl(Duration.ofSeconds(20))
                    .on("charge", Integer.class, (task, number) -> {
                        runs.merge(task.executionId(), 1, Integer::sum);
                        underWay.countDown();
                        if (underWay.getCount() == 0) {
                            // These end when their server is back, or while it is away.
                            restarted.await();
                        }
                        return number;
                    })
                    .start();
            var submitted = new HashSet<ExecutionId>();
            for (int i = 0; i < TASKS; i++) {
                submitted.add(fabric.submit("orders", "charge", i).id());
            }
            underWay.await();
            before.close();
            restarted.countDown();
            try (var after = TestServer.again(store, before)) {
                assertThat(after.address()).isEqualTo(before.address());
                for (var id : submitted) {
                    fabric.execution(id).await(Integer.class, Duration.ofSeconds(60));
                }
                assertEndedOnce(fabric, submitted);
            }
        }
    }

    private void assertEndedOnce(FlowFabric fabric, Set<ExecutionId> submitted) {
        for (var id : submitted) {
            assertThat(fabric.admin().describe(id).orElseThrow().publicState()).isEqualTo(PublicState.COMPLETED);
        }
        assertThat(runs.keySet()).isEqualTo(submitted);
        assertThat(runs.values()).as("how often each ran").containsOnly(1);
    }
}

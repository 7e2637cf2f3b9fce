package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.engine.layer.RateLimit;
import io.flowfabric.engine.layer.WatchingLayer;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.sdk.config.FabricOptions;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LayeredFabricTest {
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    private final class Recorder implements Layer {
        @Override
        public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
            seen.add(operation.name());
            return next.call(operation, arguments);
        }
    }

    @Test
    void submittingWorkingAndWaitingGoThroughTheLayers() {
        var options = FabricOptions.DEFAULT.withLayer(new Recorder());
        try (var fabric = FlowFabric.open("sqlite::memory:", options)) {
            fabric.worker("orders")
                    .on("echo", String.class, (task, text) -> text)
                    .start();

            assertThat(fabric.submit("orders", "echo", "hello").await(String.class, Duration.ofSeconds(30)))
                    .isEqualTo("hello");
        }
        assertThat(seen).contains("create_execution", "claim", "await_result", "complete_batch");
    }

    @Test
    void submissionInTheTransactionOfItsCallerGoesThroughThemToo(@TempDir Path directory) throws Exception {
        String file = "sqlite:" + directory.resolve("shop.db");
        var outer = ConcurrentHashMap.<String>newKeySet();
        WatchingLayer watcher = (operation, elapsed, result) -> outer.add(operation.name());
        var options = FabricOptions.DEFAULT.withLayer(new Recorder()).withLayer(watcher);
        try (var fabric = FlowFabric.open(file, options);
                var connection = DriverManager.getConnection("jdbc:" + file)) {
            connection.setAutoCommit(false);
            var submitted = fabric.submit(connection, "orders", "echo", "hello");
            connection.rollback();

            assertThat(submitted.describe()).isEmpty();
        }
        assertThat(seen).contains("create_execution");
        assertThat(outer).contains("create_execution");
    }

    @Test
    void rejectionReachesTheCaller() {
        var options = FabricOptions.DEFAULT.withLayer(RateLimit.by(Operation::name)
                .bucket("create_execution", 1)
                .clock(() -> 0)
                .build());
        try (var fabric = FlowFabric.open("sqlite::memory:", options)) {
            fabric.submit("orders", "echo", "first");

            assertThatThrownBy(() -> fabric.submit("orders", "echo", "second"))
                    .isInstanceOf(ResourceExhaustedException.class);
        }
    }
}

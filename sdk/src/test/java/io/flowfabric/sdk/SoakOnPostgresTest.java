package io.flowfabric.sdk;

import io.flowfabric.embedded.KillableServer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed, the pool closed and opened, by turns. */
@Timeout(600)
class SoakOnPostgresTest {
    @Test
    void nothingIsLostOrDoubledOrLeaked(@TempDir Path folder) throws Exception {
        try (var server = KillableServer.start(folder.resolve("data"))) {
            SoakedWorkers.Outage death = () -> {
                server.kill();
                server.restart();
            };
            Soak.run(server.address(), engine -> byTurns(death, engine::restart));
        }
    }

    private static SoakedWorkers.Outage byTurns(SoakedWorkers.Outage one, SoakedWorkers.Outage other) {
        var turns = new AtomicInteger();
        return () -> (turns.getAndIncrement() % 2 == 0 ? one : other).happen();
    }
}

package io.flowfabric.sdk;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A program whose answers from a server may be lost on the way. */
@Timeout(120)
public abstract class LossySuite {
    public static final Duration LONG = Duration.ofSeconds(60);

    TestServer server;
    public LossyLine line;
    public FlowFabric fabric;

    @BeforeEach
    void open() throws IOException {
        server = TestServer.on("sqlite::memory:");
        line = new LossyLine(server.address());
        fabric = FlowFabric.open(line.address());
    }

    @AfterEach
    void close() {
        fabric.close();
        line.close();
        server.close();
    }
}

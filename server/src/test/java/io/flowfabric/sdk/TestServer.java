package io.flowfabric.sdk;

import io.flowfabric.server.FlowFabricServer;
import io.flowfabric.server.ServerConfig;
import java.net.InetSocketAddress;

/** A server in this process, on a store of its own. */
public final class TestServer implements AutoCloseable {
    private final FlowFabric fabric;
    private final FlowFabricServer server;
    private final int port;

    private TestServer(FlowFabric fabric, ServerConfig config) {
        this.fabric = fabric;
        this.server = FlowFabricServer.start(config, fabric.engine());
        this.port = server.address().getPort();
    }

    /** A server at any port. */
    public static TestServer on(String store) {
        return new TestServer(FlowFabric.open(store), ServerConfig.LOOPBACK);
    }

    /** A server at the port of another, which is gone. */
    static TestServer again(String store, TestServer before) {
        return new TestServer(
                FlowFabric.open(store),
                ServerConfig.LOOPBACK.withListen(new InetSocketAddress("127.0.0.1", before.port)));
    }

    public String address() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        server.close();
        fabric.close();
    }
}

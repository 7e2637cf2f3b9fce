package io.flowfabric.server;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.store.testkit.Client;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A process that serves the store at an address, prints its port, and ends with its input. It answers each input line
 * with {@code parked} once a request is parked.
 */
final class ServedStore {
    private ServedStore() {}

    public static void main(String[] arguments) throws Exception {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var client = Client.open(arguments[0], EngineSettings.DEFAULT);
                var server = FlowFabricServer.start(ServerConfig.LOOPBACK, client.engine())) {
            System.out.println("port " + server.address().getPort());
            while (orders.readLine() != null) {
                Await.until(() -> server.parkedRequests() == 1, "a request is parked");
                System.out.println("parked");
            }
        }
    }
}

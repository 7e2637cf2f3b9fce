package io.flowfabric.server;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.FallbackPolls;
import io.flowfabric.engine.ops.LocalEngine;
import java.nio.file.Path;

/** A process that serves a SQLite file, says at which port, and ends with its input. Argument: the directory. */
final class ServedFile {
    private ServedFile() {}

    public static void main(String[] arguments) throws Exception {
        var store = TestStores.sqlite(Path.of(arguments[0]));
        try (var engine = LocalEngine.start(store, EngineSettings.DEFAULT, FallbackPolls.NONE);
                var server = FlowFabricServer.start(ServerConfig.LOOPBACK, engine)) {
            System.out.println("port " + server.address().getPort());
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}

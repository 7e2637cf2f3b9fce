package io.flowfabric.embedded;

import io.flowfabric.model.error.EngineException;
import java.io.IOException;

/** Starts a server, says where, and stays until it is ended. */
final class StartingProcess {
    private StartingProcess() {}

    public static void main(String[] args) throws IOException {
        try (var server = PostgresServer.start(ServerOptions.FAST)) {
            System.out.println(server.directory());
            System.out.println(server.port());
            System.in.read();
        } catch (EngineException refused) {
            System.out.println(refused.getMessage());
        }
    }
}

package io.flowfabric.bench.peers;

import io.flowfabric.bench.store.PostgresBenchStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A program that drives a Node peer.
 *
 * @param unfinished a query for the number of jobs whose end is not yet committed
 */
record NodeProgram(String name, NodeInstallation installation, String unfinished) {

    /** Starts it; the database reaches it by the environment, where no other user can see the password. */
    Process start(PostgresBenchStore database) throws IOException {
        var login = database.login();
        Map<String, String> environment = new HashMap<>(Map.of(
                "PGHOST", login.host(),
                "PGPORT", Integer.toString(login.port()),
                "PGUSER", login.user(),
                "PGDATABASE", database.database()));
        if (!login.password().isEmpty()) {
            environment.put("PGPASSWORD", login.password());
        }
        return installation.program(name, environment).start();
    }

    Path log() {
        return installation.log(name);
    }
}

package io.flowfabric.bench.peers;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The peers that need Node. They are installed when the first of them is asked for. */
final class NodePeers {
    private final NodeInstallation installation = new NodeInstallation("npm", NodeInstallation.cache(System::getenv));
    private @Nullable Optional<String> absence;

    PeerSystem graphileWorker() {
        return entrant("graphile-worker", "SELECT count(*) FROM graphile_worker._private_jobs");
    }

    PeerSystem pgBoss() {
        return entrant("pg-boss", "SELECT count(*) FROM pgboss.job WHERE state <> 'completed'");
    }

    private PeerSystem entrant(String name, String unfinished) {
        var program = new NodeProgram(name, installation, unfinished);
        return new PeerSystem(name, benchStore -> NodePeer.prepare(program, benchStore), this::absence);
    }

    private synchronized Optional<String> absence() {
        if (absence == null) {
            absence = tryToInstall();
        }
        return absence;
    }

    private Optional<String> tryToInstall() {
        try {
            return installation.install();
        } catch (IOException failed) {
            return Optional.of("it could not be installed: " + failed);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return Optional.of("its installation was interrupted");
        }
    }
}

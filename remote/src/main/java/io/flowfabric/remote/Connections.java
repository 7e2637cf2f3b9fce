package io.flowfabric.remote;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The connections to a server that carry nothing at the moment. Safe for use by any thread. */
final class Connections {
    /** Servers end a connection that is quiet for a minute; it must not be while a request is on its way. */
    private static final Duration KEPT = Duration.ofSeconds(45);

    /** For how long a connection that was quiet is taken to be there without a look. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Dialling dialling;

    /** The one that was used last is first, so that those that are not needed any more get old. */
    private final Deque<KeptConnection> idle = new ArrayDeque<>();

    private boolean closed;

    Connections(Dialling dialling) {
        this.dialling = dialling;
    }

    /** One that is nobody else's until it is given back. It may not be connected yet. */
    KeptConnection take() throws IOException {
        for (var kept = poll(); kept != null; kept = poll()) {
            if (kept.quiet().compareTo(FRESH) < 0 || !kept.isEnded()) {
                return kept;
            }
            kept.close();
        }
        return new KeptConnection(dialling);
    }

    /** Takes one back that may serve another request, or is closed. */
    void give(KeptConnection connection) {
        if (connection.isOpen()) {
            keep(connection);
        }
    }

    /** Ends all: those that are older than one that was found broken are most likely broken, too. */
    synchronized void drop() {
        idle.forEach(KeptConnection::close);
        idle.clear();
    }

    /** Keeps none any more. */
    synchronized void close() {
        closed = true;
        drop();
    }

    private synchronized void keep(KeptConnection connection) {
        if (closed) {
            connection.close();
            return;
        }
        idle.addFirst(connection);
        while (isOld(idle.getLast())) {
            idle.removeLast().close();
        }
    }

    private synchronized @Nullable KeptConnection poll() {
        var kept = idle.pollFirst();
        if (kept != null && isOld(kept)) {
            // All behind it are older.
            kept.close();
            drop();
            return null;
        }
        return kept;
    }

    private static boolean isOld(KeptConnection kept) {
        return kept.quiet().compareTo(KEPT) > 0;
    }
}

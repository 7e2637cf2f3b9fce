package io.flowfabric.store.sqlite.turn;

import io.flowfabric.store.sqlite.opening.PrivateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The turns of the files that this JVM has open: one per file, shared by its stores, closed with the last of them. */
public final class FileTurns {

    private static final Logger LOG = LoggerFactory.getLogger(FileTurns.class);

    /** Also held while a turn file is opened or closed: a close that overlaps an open would drop the new one's locks. */
    private static final Map<Path, Shared> OPEN = new HashMap<>();

    private FileTurns() {}

    /**
     * The turn of a database; its side file is created beside it.
     *
     * @param database the real path: two names of one file must lead to one turn
     * @throws IOException when the side file cannot be created or filled, for want of rights or room
     */
    public static WriteTurn open(Path database) throws IOException {
        synchronized (OPEN) {
            Shared shared = OPEN.get(database);
            if (shared == null) {
                PrivateFile.createBeside(database, sideFile(database));
                shared = new Shared(new FileTurn(sideFile(database)));
                OPEN.put(database, shared);
            }
            shared.users++;
            return new Share(database, shared.turn);
        }
    }

    public static Path sideFile(Path database) {
        return database.resolveSibling(database.getFileName() + "-turn");
    }

    private static void close(Path database) {
        synchronized (OPEN) {
            Shared shared = OPEN.get(database);
            if (shared != null && --shared.users == 0) {
                OPEN.remove(database);
                try {
                    shared.turn.closeFile();
                } catch (IOException unlikely) {
                    LOG.warn("Could not close {}", sideFile(database), unlikely);
                }
            }
        }
    }

    private static final class Shared {
        private final FileTurn turn;
        private int users;

        Shared(FileTurn turn) {
            this.turn = turn;
        }
    }

    /** One store's hold on a shared turn. */
    private record Share(Path database, FileTurn turn, AtomicBoolean closed) implements WriteTurn {

        Share(Path database, FileTurn turn) {
            this(database, turn, new AtomicBoolean());
        }

        @Override
        public boolean acquire(long deadlineNanos) throws IOException {
            return turn.acquire(deadlineNanos);
        }

        @Override
        public void release() {
            turn.release();
        }

        @Override
        public void announceCommit() {
            turn.announceCommit();
        }

        @Override
        public long commits() {
            return turn.commits();
        }

        @Override
        public CommitMarks marks() {
            return turn.marks();
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                FileTurns.close(database);
            }
        }
    }
}

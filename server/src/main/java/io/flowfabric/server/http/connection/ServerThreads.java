package io.flowfabric.server.http.connection;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The threads of one server. Handlers, and the writers to parked clients, run on virtual threads where the runtime has
 * them, otherwise on a pool; either way at most as many run as the server may have threads, and the rest queues.
 * Jetty's own threads, which accept and select, are platform threads.
 */
public final class ServerThreads {
    private static final String NAME = "flowfabric-http";

    private final QueuedThreadPool pool;
    private final Executor handlers;

    private ServerThreads(QueuedThreadPool pool, Executor handlers) {
        this.pool = pool;
        this.handlers = handlers;
    }

    /** At most so many threads, all daemons. */
    public static ServerThreads atMost(int most) {
        var pool = new QueuedThreadPool(most);
        pool.setName(NAME);
        pool.setDaemon(true);
        if (!VirtualThreads.areSupported()) {
            return new ServerThreads(pool, pool);
        }
        var handlers = bounded(VirtualThreads.getNamedVirtualThreadsExecutor(NAME + "-"), most);
        pool.setVirtualThreadsExecutor(handlers);
        // With reserved threads, a selecting thread would pass on its selector and run the handler itself.
        pool.setReservedThreads(0);
        return new ServerThreads(pool, handlers);
    }

    /** A virtual thread per task, of which so many run at once, because each holds the data of its answer. */
    private static Executor bounded(Executor unbounded, int most) {
        var places = new Semaphore(most);
        return task -> unbounded.execute(() -> {
            places.acquireUninterruptibly();
            try {
                task.run();
            } finally {
                places.release();
            }
        });
    }

    /** Jetty's pool, which also runs the handlers unless they are virtual threads. */
    public QueuedThreadPool pool() {
        return pool;
    }

    /** Runs handlers and other tasks that write to clients. */
    public Executor handlers() {
        return handlers;
    }
}

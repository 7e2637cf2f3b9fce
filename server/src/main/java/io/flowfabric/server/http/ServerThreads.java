package io.flowfabric.server.http;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The threads of one server. Handlers, and what writes to clients that waited, run on virtual threads where the runtime has
 * them, otherwise on a pool; either way no more at a time than the server may have threads, and what exceeds them queues.
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

    /** At most so many threads, all of them daemons. */
    public static ServerThreads atMost(int most) {
        var pool = new QueuedThreadPool(most);
        pool.setName(NAME);
        pool.setDaemon(true);
        if (!VirtualThreads.areSupported()) {
            return new ServerThreads(pool, pool);
        }
        var handlers = bounded(VirtualThreads.getNamedVirtualThreadsExecutor(NAME + "-"), most);
        pool.setVirtualThreadsExecutor(handlers);
        // With reserved threads, a selecting thread would hand on its selector and run the handler by itself.
        pool.setReservedThreads(0);
        return new ServerThreads(pool, handlers);
    }

    /** A virtual thread for each task, of which so many run: each holds what its task has built up for a client. */
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

    /** Jetty's own, which knows about the threads of handlers. */
    public QueuedThreadPool pool() {
        return pool;
    }

    /** Runs handlers, and may be given other tasks that write to clients. */
    public Executor handlers() {
        return handlers;
    }
}

package io.flowfabric.sdk.internal;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for work that mostly waits: virtual ones if the runtime has them, else a bounded pool. All are daemons. */
public final class Threads implements Executor, AutoCloseable {
    private static final int IDLE_SECONDS = 60;

    private final Executor executor;
    private final Runnable onClose;

    private Threads(Executor executor, Runnable onClose) {
        this.executor = executor;
        this.onClose = onClose;
    }

    /** Threads of a name; a pool has at most {@code most} of them and queues the rest. */
    public static Threads named(String name, int most) {
        return virtualFactory(name)
                .map(factory -> new Threads(task -> factory.newThread(task).start(), () -> {}))
                .orElseGet(() -> pooled(name, most));
    }

    static Threads pooled(String name, int most) {
        var pool = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    var thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return new Threads(pool, pool::shutdown);
    }

    /** The factory of virtual threads, by reflection, because the code is compiled for a release without them. */
    static Optional<ThreadFactory> virtualFactory(String name) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(Thread.class);
            var type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class).invoke(builder, name);
            return Optional.of((ThreadFactory) type.getMethod("factory").invoke(builder));
        } catch (ReflectiveOperationException unsupported) {
            return Optional.empty();
        }
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    /** Lets running tasks end; a pool accepts nothing new. */
    @Override
    public void close() {
        onClose.run();
    }
}

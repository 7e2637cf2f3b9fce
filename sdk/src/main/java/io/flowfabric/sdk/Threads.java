package io.flowfabric.sdk;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for work that mostly waits: virtual ones where the runtime has them, else a bounded pool. All daemons. */
final class Threads implements Executor, AutoCloseable {
    private static final int IDLE_SECONDS = 60;

    private final Executor executor;
    private final Runnable onClose;

    private Threads(Executor executor, Runnable onClose) {
        this.executor = executor;
        this.onClose = onClose;
    }

    /** Threads of a name; where they are costly, at most {@code most}, and what exceeds them queues. */
    static Threads named(String name, int most) {
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

    /** The factory of virtual threads, by reflection, since the code is compiled for a platform without them. */
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

    /** Lets running tasks end; where there is a pool, nothing new is accepted. */
    @Override
    public void close() {
        onClose.run();
    }
}

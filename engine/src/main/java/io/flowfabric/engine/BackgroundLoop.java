package io.flowfabric.engine;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of a thread that must not end before its owner is closed. When an exception or an error ends it, that is
 * logged and counted, and it begins again after a short rest. The work ends for good by returning, which it does at
 * once when it begins after its owner was closed.
 */
public final class BackgroundLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundLoop.class);
    private static final Duration REST = Duration.ofMillis(100);
    private static final Map<String, AtomicLong> RESTARTS = new ConcurrentHashMap<>();

    private final String name;
    private final Runnable work;

    /**
     * @param name under which restarts are counted, such as {@code postgres-listener}; one of few
     * @param work is begun by the thread, and again after it broke
     */
    public BackgroundLoop(String name, Runnable work) {
        this.name = name;
        this.work = work;
        RESTARTS.computeIfAbsent(name, unseen -> new AtomicLong());
    }

    /** How often the loops of this process were begun again, by their names. */
    public static Map<String, Long> restarts() {
        var counts = new TreeMap<String, Long>();
        RESTARTS.forEach((name, count) -> counts.put(name, count.get()));
        return counts;
    }

    @Override
    public void run() {
        while (!ends()) {
            rest();
        }
    }

    private boolean ends() {
        try {
            work.run();
            return true;
        } catch (RuntimeException | Error broken) {
            tell(broken);
            return false;
        }
    }

    /** Without memory even this may fail, which must not end the thread. */
    private void tell(Throwable broken) {
        try {
            RESTARTS.get(name).incrementAndGet();
            LOG.error("The thread {} failed unexpectedly and runs again in {} ms", name, REST.toMillis(), broken);
        } catch (RuntimeException | Error unreported) {
            broken.addSuppressed(unreported);
        }
    }

    private static void rest() {
        try {
            Thread.sleep(REST.toMillis());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }
}

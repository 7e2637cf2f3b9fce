package io.flowfabric.engine.timers;

import io.flowfabric.engine.TimerWatch;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.model.error.EngineException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One kind of work of the timers. A bug in it must not end them: when it breaks it is left alone for a while, and the others
 * go on. Used by one thread.
 */
final class Scanner {
    private static final Logger LOG = LoggerFactory.getLogger(Scanner.class);

    private final String name;
    private final Runnable work;
    private final TimerWatch watch;
    private final Duration rest;
    private Deadline again = Deadline.in(Duration.ZERO);

    /** @param rest how long it is left alone after it broke */
    Scanner(String name, Runnable work, TimerWatch watch, Duration rest) {
        this.name = name;
        this.work = work;
        this.watch = watch;
        this.rest = rest;
    }

    /**
     * Works, unless it broke a short while ago.
     *
     * @throws EngineException if the store cannot be had, which concerns the others too
     */
    void run() {
        if (!again.hasPassed()) {
            return;
        }
        long begun = System.nanoTime();
        try {
            work.run();
        } catch (EngineException failed) {
            throw failed;
        } catch (RuntimeException | Error broken) {
            again = Deadline.in(rest);
            LOG.error("Timer {} broke and begins again in {} ms", name, rest.toMillis(), broken);
            tell(watching -> watching.restarted(name));
        } finally {
            var elapsed = Duration.ofNanos(System.nanoTime() - begun);
            tell(watching -> watching.passed(name, elapsed));
        }
    }

    /** When it works again; now, unless it broke. */
    Deadline again() {
        return again;
    }

    /** Whoever watches is foreign code, and no reason to stop. */
    private void tell(Consumer<TimerWatch> news) {
        try {
            news.accept(watch);
        } catch (RuntimeException broken) {
            LOG.error("Whoever watches timer {} failed", name, broken);
        }
    }
}

package io.flowfabric.engine.timers;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.model.error.EngineException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One kind of work of the timers. A bug in it must not stop the timers: after an unexpected exception it rests for a
 * while, and the other kinds continue. Used by one thread.
 */
final class Scanner {
    private static final Logger LOG = LoggerFactory.getLogger(Scanner.class);

    private final String name;
    private final Runnable work;
    private final TimerWatch watch;
    private final Duration rest;
    private Deadline again = Deadline.in(Duration.ZERO);

    /** @param rest how long it rests after an unexpected exception */
    Scanner(String name, Runnable work, TimerWatch watch, Duration rest) {
        this.name = name;
        this.work = work;
        this.watch = watch;
        this.rest = rest;
    }

    /**
     * Works, unless it rests.
     *
     * @throws EngineException if the store cannot be reached, which concerns the others, too
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
            LOG.error("Timer {} failed unexpectedly and runs again in {} ms", name, rest.toMillis(), broken);
            tell(watching -> watching.restarted(name));
        } finally {
            var elapsed = Duration.ofNanos(System.nanoTime() - begun);
            tell(watching -> watching.passed(name, elapsed));
        }
    }

    /** When it works again; now, unless it rests. */
    Deadline again() {
        return again;
    }

    /** A watch is foreign code; its failure must not stop the timers. */
    private void tell(Consumer<TimerWatch> news) {
        try {
            news.accept(watch);
        } catch (RuntimeException broken) {
            LOG.error("The watch of timer {} failed", name, broken);
        }
    }
}

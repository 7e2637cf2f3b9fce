package io.flowfabric.sdk.event;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.internal.StopSignal;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles events from the stored position of its name on, until it is closed. Of several with one name, here or in
 * other processes, one handles events and the others wait to replace it: at once when it closes, after its lease when
 * it dies. Safe for use by any thread. It keeps its process alive; close it, or the {@link FlowFabric} it came from.
 */
public final class EventSubscription implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventSubscription.class);
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final StopSignal stop;
    private final EventLoop loop;
    private final Thread thread;
    private final Consumer<EventSubscription> onClosed;

    EventSubscription(String name, EventLoop loop, StopSignal stop, Consumer<EventSubscription> onClosed) {
        this.loop = loop;
        this.stop = stop;
        this.onClosed = onClosed;
        this.thread = new Thread(new BackgroundLoop("events", loop::run), "flowfabric-events-" + name);
    }

    EventSubscription start() {
        thread.start();
        return this;
    }

    void stop() {
        stop.give();
    }

    /**
     * Lets the running handler end within ten seconds, and interrupts it then; stores the position and lets the next
     * subscriber go on at once. Closing again has no effect. A handler that closes its own subscription does not wait
     * for itself.
     */
    @Override
    public void close() {
        stop();
        if (Thread.currentThread() != thread && !hasEnded(GRACE)) {
            LOG.warn("The grace period is over; the handler of {} is interrupted", thread.getName());
            loop.abandon();
            hasEnded(GRACE);
        }
        onClosed.accept(this);
    }

    private boolean hasEnded(Duration atMost) {
        try {
            thread.join(atMost.toMillis());
            return !thread.isAlive();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

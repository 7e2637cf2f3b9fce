package io.flowfabric.bench.scenario;

import io.flowfabric.cli.console.LiveLine;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Says what is being done: on a terminal in a line that shows the seconds pass, elsewhere in a plain line when something
 * begins. Safe for use by any thread.
 */
public final class BenchProgress implements AutoCloseable {
    private static final long TICK_MS = 250;

    private final Terminal terminal;
    private final LiveLine line;
    private final ScheduledExecutorService ticker;
    private String phase = "";
    private long beganAt;

    /** Writes to what standard output is connected to. */
    public BenchProgress(PrintWriter out, Terminal terminal) {
        this.terminal = terminal;
        this.line = new LiveLine(out, terminal);
        this.ticker = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "ff-bench-progress");
            thread.setDaemon(true);
            return thread;
        });
        if (terminal.isLive()) {
            ticker.scheduleAtFixedRate(this::tick, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Something begins that may take a while. */
    public synchronized void phase(String what) {
        phase = what;
        beganAt = System.nanoTime();
        if (!terminal.isLive()) {
            line.say("… " + what);
        }
    }

    /** A line that stays. */
    public synchronized void say(String text) {
        line.say(text);
    }

    /** Nothing is being done any longer, until the next phase begins. */
    public synchronized void done() {
        phase = "";
        line.clear();
    }

    @Override
    public void close() {
        ticker.shutdownNow();
        done();
    }

    private synchronized void tick() {
        if (!phase.isEmpty()) {
            line.show("… %s, %d s".formatted(phase, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganAt)));
        }
    }
}

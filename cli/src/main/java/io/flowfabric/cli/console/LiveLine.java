package io.flowfabric.cli.console;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * A line that says how far something has come. On a terminal it changes in place, at most ten times a second; elsewhere
 * a plain line is printed when a second has passed since the last. Belongs to one thread.
 */
public final class LiveLine {
    private static final long LIVE_INTERVAL_NANOS = 100_000_000L;
    private static final long PLAIN_INTERVAL_NANOS = 1_000_000_000L;
    private static final String RETURN = "\r";
    private static final String ERASE_REST = "\u001b[K";

    private final PrintWriter out;
    private final Terminal terminal;
    private final LongSupplier nanoTime;
    private boolean isShown;
    private long lastAt;

    /** A line on a terminal, or on what stands in for one. */
    public LiveLine(PrintWriter out, Terminal terminal) {
        this(out, terminal, System::nanoTime);
    }

    LiveLine(PrintWriter out, Terminal terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.lastAt = nanoTime.getAsLong();
    }

    /** Shows the text, cut to the width of the terminal, unless it was shown only just now. */
    public void show(String text) {
        long now = nanoTime.getAsLong();
        if (now - lastAt < (terminal.isLive() ? LIVE_INTERVAL_NANOS : PLAIN_INTERVAL_NANOS)) {
            return;
        }
        lastAt = now;
        if (terminal.isLive()) {
            showInPlace(text);
        } else {
            out.println(text);
            out.flush();
        }
    }

    /** Prints a line that stays; the changing one goes on below it. */
    public void say(String text) {
        clear();
        out.println(text);
        out.flush();
    }

    /** Takes the changing line away. */
    public void clear() {
        if (isShown) {
            TerminalWriter.control(out, RETURN + ERASE_REST);
            out.flush();
            isShown = false;
        }
    }

    /** Overwrites first and erases the rest afterwards, because an empty line in between would flicker. */
    private void showInPlace(String text) {
        // The last column stays free: some terminals wrap as soon as it is written.
        String fitting = text.length() < terminal.width() ? text : text.substring(0, terminal.width() - 1);
        TerminalWriter.control(out, RETURN);
        out.print(fitting);
        TerminalWriter.control(out, ERASE_REST);
        out.flush();
        isShown = true;
    }
}

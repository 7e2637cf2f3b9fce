package io.flowfabric.cli.console;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * A line that says how far something has come. On a terminal it changes in place; elsewhere a plain line is printed when
 * a second has passed since the last. Belongs to one thread.
 */
public final class LiveLine {
    private static final long PLAIN_INTERVAL_NANOS = 1_000_000_000L;
    private static final String RETURN = "\r";
    private static final String ERASE_REST = "\u001b[K";

    private final PrintWriter out;
    private final Terminal terminal;
    private final LongSupplier nanoTime;
    private String shown = "";
    private long lastPlainAt;

    public LiveLine(PrintWriter out, Terminal terminal) {
        this(out, terminal, System::nanoTime);
    }

    LiveLine(PrintWriter out, Terminal terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.lastPlainAt = nanoTime.getAsLong();
    }

    /** Shows the text, cut to the width of the terminal; the same text again costs nothing. */
    public void show(String text) {
        if (terminal.isLive()) {
            showInPlace(text);
        } else if (nanoTime.getAsLong() - lastPlainAt >= PLAIN_INTERVAL_NANOS) {
            lastPlainAt = nanoTime.getAsLong();
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
        if (!shown.isEmpty()) {
            out.print(RETURN + ERASE_REST);
            out.flush();
            shown = "";
        }
    }

    /** Overwrites first and erases the rest afterwards, because an empty line in between would flicker. */
    private void showInPlace(String text) {
        // The last column stays free: some terminals wrap as soon as it is written.
        String fitting = text.length() < terminal.width() ? text : text.substring(0, terminal.width() - 1);
        if (!fitting.equals(shown)) {
            out.print(RETURN + fitting + ERASE_REST);
            out.flush();
            shown = fitting;
        }
    }
}

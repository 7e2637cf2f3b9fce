package io.flowfabric.cli.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Shows something again and again in the same place, on a terminal; elsewhere once. Belongs to one thread. */
public final class LiveScreen {
    /** A shorter interval keeps the store busy and shows no more. */
    public static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    private static final String HOME = "\u001b[H";
    private static final String CLEAR = "\u001b[2J";
    private static final String ERASE_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final Terminal terminal;
    private final BooleanSupplier pause;

    /** @param pause waits before the next frame; answers whether there is one */
    public LiveScreen(PrintWriter out, Terminal terminal, BooleanSupplier pause) {
        this.out = out;
        this.terminal = terminal;
        this.pause = pause;
    }

    /** A pause of so many milliseconds; an interrupt ends the show. */
    public static BooleanSupplier every(long millis) {
        return () -> {
            try {
                Thread.sleep(millis);
                return true;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        };
    }

    /** Shows the frame, each time anew, until there is no next one. */
    public void show(Consumer<PrintWriter> frame) {
        if (!terminal.isLive()) {
            frame.accept(out);
            out.flush();
            return;
        }
        TerminalWriter.control(out, CLEAR);
        do {
            TerminalWriter.control(out, HOME);
            frame.accept(new ErasingWriter(out));
            TerminalWriter.control(out, ERASE_BELOW);
            out.flush();
        } while (pause.getAsBoolean());
    }
}

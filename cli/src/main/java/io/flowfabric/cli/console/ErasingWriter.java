package io.flowfabric.cli.console;

import java.io.PrintWriter;

/** Erases what a shorter line leaves of the one that stood there before. Clearing the screen first would flicker. */
final class ErasingWriter extends PrintWriter {
    private static final String ERASE_REST = "\u001b[K";

    private final PrintWriter screen;

    ErasingWriter(PrintWriter screen) {
        super(screen);
        this.screen = screen;
    }

    @Override
    public void println() {
        TerminalWriter.control(screen, ERASE_REST);
        super.println();
    }

    @Override
    public void println(String line) {
        print(line);
        println();
    }
}

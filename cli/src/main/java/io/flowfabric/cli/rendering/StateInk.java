package io.flowfabric.cli.rendering;

import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Terminal;

/** The colours of public states. */
public final class StateInk {
    private StateInk() {}

    public static String paint(Terminal terminal, String state) {
        return switch (state) {
            case "completed" -> terminal.paint(Ink.GREEN, state);
            case "failed", "expired" -> terminal.paint(Ink.RED, state);
            case "active" -> terminal.paint(Ink.CYAN, state);
            case "cancelled", "skipped" -> terminal.paint(Ink.DIM, state);
            default -> terminal.paint(Ink.YELLOW, state);
        };
    }
}

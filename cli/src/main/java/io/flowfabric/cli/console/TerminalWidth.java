package io.flowfabric.cli.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** Finds out how wide the terminal is, which the Java platform does not tell. */
final class TerminalWidth {
    private static final int NARROWEST = 20;
    private static final int WIDEST = 1_000;
    private static final int TIMEOUT_SECONDS = 1;

    private TerminalWidth() {}

    /** What COLUMNS says, or else {@code stty}; empty where neither does. */
    static OptionalInt find(Map<String, String> environment) {
        var stated = parse(environment.getOrDefault("COLUMNS", ""));
        return stated.isPresent() ? stated : ask();
    }

    private static OptionalInt ask() {
        try {
            // stty looks at its standard input, so it has to inherit ours.
            var stty = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return OptionalInt.empty();
            }
            var rowsAndColumns = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return parse(rowsAndColumns.substring(rowsAndColumns.indexOf(' ') + 1));
        } catch (IOException noStty) {
            return OptionalInt.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    private static OptionalInt parse(String text) {
        try {
            int width = Integer.parseInt(text);
            return width >= NARROWEST && width <= WIDEST ? OptionalInt.of(width) : OptionalInt.empty();
        } catch (NumberFormatException notANumber) {
            return OptionalInt.empty();
        }
    }
}

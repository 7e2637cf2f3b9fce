package io.flowfabric.cli.console;

import java.io.Console;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What standard output is connected to.
 *
 * @param isLive whether a line can be changed in place
 * @param hasColours whether colours are shown
 * @param width how many characters fit on a line
 */
public record Terminal(boolean isLive, boolean hasColours, int width) {

    private static final int USUAL_WIDTH = 80;

    /** A file, a pipe, or a terminal that can do nothing. */
    public static final Terminal PLAIN = new Terminal(false, false, USUAL_WIDTH);

    /** The terminal of this process: none when input or output is redirected, and without colours if NO_COLOR is set. */
    public static Terminal detect(Map<String, String> environment) {
        if (!isTerminal(System.console())
                || environment.getOrDefault("TERM", "dumb").equals("dumb")) {
            return PLAIN;
        }
        boolean colours = environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(true, colours, TerminalWidth.find(environment).orElse(USUAL_WIDTH));
    }

    /** The text in a colour, or unchanged where there are none. */
    public String paint(Ink ink, String text) {
        return hasColours && !text.isEmpty() ? ink.on(text) : text;
    }

    /** Since Java 22 there is a console without a terminal too; only its own method tells, which Java 17 lacks. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null || Runtime.version().feature() < 22) {
            return console != null;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("Java 22 and later have Console.isTerminal", impossible);
        }
    }
}

package io.flowfabric.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.regex.Pattern;

/**
 * Writes to a terminal what comes from strangers: kinds, tags and messages may hold characters that move the cursor, rename
 * the window or erase what stands there. Such characters are shown as a sign that there was one. Colours pass, since
 * they do no harm; what else steers the terminal is written by {@link #control}.
 */
public final class TerminalWriter extends PrintWriter {
    private static final char SHOWN = '\uFFFD';

    private final Writer terminal;

    public TerminalWriter(Writer terminal) {
        super(new Harmless(terminal), true);
        this.terminal = terminal;
    }

    /** Writes what steers the terminal. */
    static void control(PrintWriter out, String sequence) {
        if (out instanceof TerminalWriter writer) {
            writer.steer(sequence);
        } else {
            out.print(sequence);
        }
    }

    private void steer(String sequence) {
        try {
            terminal.write(sequence);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static final class Harmless extends FilterWriter {
        private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9]{1,2}m");

        Harmless(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            out.write(isHarmless((char) c) ? c : SHOWN);
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            write(new String(text, offset, length), 0, length);
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            String whole = text.substring(offset, offset + length);
            var colour = COLOUR.matcher(whole);
            int next = 0;
            while (colour.find()) {
                plain(whole.substring(next, colour.start()));
                out.write(colour.group());
                next = colour.end();
            }
            plain(whole.substring(next));
        }

        private void plain(String text) throws IOException {
            var harmless = new StringBuilder(text.length());
            text.chars().forEach(c -> harmless.append(isHarmless((char) c) ? (char) c : SHOWN));
            out.write(harmless.toString());
        }

        private static boolean isHarmless(char c) {
            return c == '\n' || c == '\t' || !Character.isISOControl(c) && !isTurning(c);
        }

        /** Characters that turn the direction of text around, so that it reads as another. */
        private static boolean isTurning(char c) {
            return c >= '\u202A' && c <= '\u202E' || c >= '\u2066' && c <= '\u2069';
        }
    }
}

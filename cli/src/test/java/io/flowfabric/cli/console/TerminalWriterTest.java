package io.flowfabric.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TerminalWriterTest {
    private final StringWriter terminal = new StringWriter();
    private final TerminalWriter out = new TerminalWriter(terminal);

    @Test
    void whatStrangersWroteCannotSteerTheTerminal() {
        out.print("kind\u001b[2J\u001b]0;owned\u0007\r\b\u009b31m\u007f end");
        out.print('\u001b');
        out.flush();

        assertThat(terminal.toString())
                .startsWith("kind\uFFFD[2J\uFFFD]0;owned\uFFFD\uFFFD\uFFFD\uFFFD31m\uFFFD end")
                .doesNotContain("\u001b", "\u009b", "\r", "\b");
    }

    @Test
    void textThatTurnsAroundIsShownAsSuch() {
        out.print("exe.\u202Egnp");
        out.flush();

        assertThat(terminal.toString()).isEqualTo("exe.\uFFFDgnp");
    }

    @Test
    void coloursLinesAndLettersOfAllScriptsPass() {
        String text = Ink.RED.on("größe") + "\tline\n 日本 🙂\n";
        out.print(text);
        out.flush();

        assertThat(terminal.toString()).isEqualTo(text);
    }

    @Test
    void liveScreenSteersIt() {
        var live = new Terminal(true, true, 80);
        new LiveScreen(out, live, () -> false).show(frame -> frame.println("one\u001b[2J"));

        assertThat(terminal.toString()).isEqualTo("\u001b[2J\u001b[Hone\uFFFD[2J\u001b[K%n\u001b[J".formatted());
    }
}

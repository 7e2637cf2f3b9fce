package io.flowfabric.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveScreenTest {
    private final StringWriter shown = new StringWriter();
    private final PrintWriter out = new PrintWriter(shown);
    private int frames;

    @Test
    void somethingElseThanATerminalGetsOneFrame() {
        new LiveScreen(out, Terminal.PLAIN, () -> true).show(this::frame);

        assertThat(shown.toString()).isEqualTo("frame 1" + System.lineSeparator());
    }

    @Test
    void terminalGetsFramesInPlaceUntilThereIsNoNextLook() {
        var pauses = new ArrayDeque<>(List.of(true, true, false));

        new LiveScreen(out, new Terminal(true, false, 80), pauses::remove).show(this::frame);

        assertThat(List.of(shown.toString().split("\u001b\\[H")))
                .hasSize(4)
                .last()
                .asString()
                .startsWith("frame 3\u001b[K");
    }

    private void frame(PrintWriter page) {
        page.println("frame " + ++frames);
        page.flush();
    }
}

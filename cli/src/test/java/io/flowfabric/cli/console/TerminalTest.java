package io.flowfabric.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void redirectedOutputIsPlainWhateverTheEnvironmentSays() {
        assertThat(Terminal.detect(Map.of("TERM", "xterm", "COLUMNS", "120"))).isEqualTo(Terminal.PLAIN);
    }

    @Test
    void coloursAreLeftOutWhereThereAreNone() {
        assertThat(new Terminal(true, false, 80).paint(Ink.RED, "text")).isEqualTo("text");
        assertThat(new Terminal(true, true, 80).paint(Ink.RED, "text")).isEqualTo("\u001b[31mtext\u001b[0m");
    }
}

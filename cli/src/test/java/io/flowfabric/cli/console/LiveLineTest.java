package io.flowfabric.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveLineTest {
    private final AtomicLong clock = new AtomicLong();
    private final StringWriter text = new StringWriter();

    @Test
    void terminalSeesOneLineThatIsOverwrittenAndThenErased() {
        var line = line(new Terminal(true, false, 80));
        show(line, "one", 100);
        show(line, "two", 100);

        line.say("done");

        assertThat(text.toString()).isEqualTo("\rone\u001b[K\rtwo\u001b[K\r\u001b[Kdone" + System.lineSeparator());
    }

    @Test
    void lineIsCutBeforeTheLastColumn() {
        show(line(new Terminal(true, false, 5)), "0123456789", 100);

        assertThat(text.toString()).isEqualTo("\r0123\u001b[K");
    }

    @Test
    void terminalIsNotUpdatedMoreThanTenTimesASecond() {
        var line = line(new Terminal(true, false, 80));
        show(line, "one", 100);
        show(line, "two", 99);

        assertThat(text.toString()).isEqualTo("\rone\u001b[K");
    }

    @Test
    void elsewhereAPlainLineAppearsEverySecond() {
        var line = line(Terminal.PLAIN);
        show(line, "one", 999);
        show(line, "two", 1);
        show(line, "three", 500);
        show(line, "four", 500);

        assertThat(text.toString().lines()).containsExactly("two", "four");
    }

    private LiveLine line(Terminal terminal) {
        return new LiveLine(new PrintWriter(text), terminal, clock::get);
    }

    private void show(LiveLine line, String what, int millisLater) {
        clock.addAndGet(Duration.ofMillis(millisLater).toNanos());
        line.show(what);
    }
}

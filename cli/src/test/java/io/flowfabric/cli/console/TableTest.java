package io.flowfabric.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        assertThat(print(Table.headed("ID", "N", "NAME")
                        .numeric(1)
                        .row("a", "10", "x")
                        .row("bbb", "9", "")))
                .isEqualTo("""
                        ID    N  NAME
                        a    10  x
                        bbb   9
                        """);
    }

    @Test
    void coloursTakeNoRoomAndSpareTheHeading() {
        assertThat(print(Table.headed("S", "T")
                        .painted(0, text -> "<" + text + ">")
                        .row("ab", "c")))
                .isEqualTo("""
                        S   T
                        <ab>  c
                        """);
    }

    @Test
    void rowsMayBeShorterThanOthers() {
        assertThat(print(Table.indented("  ").row("a", "b").row("ccc"))).isEqualTo("  a    b\n  ccc\n");
    }

    private static String print(Table table) {
        var text = new StringWriter();
        table.print(new PrintWriter(text, true));
        return text.toString().replace(System.lineSeparator(), "\n");
    }
}

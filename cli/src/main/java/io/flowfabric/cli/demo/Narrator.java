package io.flowfabric.cli.demo;

import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.LiveLine;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.util.Locale;

/** Tells what happens in the demo, each line with the seconds since it began. */
final class Narrator {
    private static final int BAR = 30;

    private final LiveLine line;
    private final Terminal terminal;
    private final PrintWriter out;
    private final long beganAt = System.nanoTime();

    Narrator(LiveLine line, Terminal terminal, PrintWriter out) {
        this.line = line;
        this.terminal = terminal;
        this.out = out;
    }

    void introduce(DemoPlan plan, String store) {
        out.println(terminal.paint(Ink.BOLD, "Nothing lost, nothing doubled"));
        out.println();
        out.println("%d executions are submitted to %s.".formatted(plan.work().size(), store));
        out.println("A worker process runs them, %d at a time; every third fails on its first"
                .formatted(plan.concurrency()));
        out.println("attempt and is retried. In the middle of the work that process is killed,");
        out.println("while it holds leases; a second one reclaims them when they expire. Then");
        out.println("the store is asked what became of each execution.");
        out.println();
        out.flush();
    }

    void say(String what) {
        line.say(terminal.paint(Ink.DIM, elapsed()) + "  " + what);
    }

    void progress(DemoWatch watch) {
        int filled = BAR * watch.ended() / watch.expected();
        line.show("%s  %s%s  %d of %d ended, %d leased"
                .formatted(
                        elapsed(),
                        "█".repeat(filled),
                        "░".repeat(BAR - filled),
                        watch.ended(),
                        watch.expected(),
                        watch.leased()));
    }

    void report(DemoReport report) {
        line.clear();
        out.println();
        report.print(out, terminal);
        out.println();
        out.flush();
    }

    private String elapsed() {
        return String.format(Locale.ROOT, "%5.1f s", (System.nanoTime() - beganAt) / 1e9);
    }
}

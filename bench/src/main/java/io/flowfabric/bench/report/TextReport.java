package io.flowfabric.bench.report;

import io.flowfabric.bench.measure.Quartiles;
import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report for people, piece by piece as it comes about. Belongs to one thread. */
public final class TextReport {
    private static final List<String> SHOWN_AS_COLUMNS = List.of("lower_quartile", "upper_quartile");

    private final PrintWriter out;
    private final Terminal terminal;

    /** Writes to a terminal, or to what stands in for one. */
    public TextReport(PrintWriter out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** The machine and the server. */
    public void origin(Report.Origin origin) {
        var machine = origin.machine();
        out.println("%s, %d cores, %,d MB; %s; %s"
                .formatted(
                        machine.cpu().isEmpty() ? "CPU unknown" : machine.cpu(),
                        machine.cores(),
                        machine.memoryMb(),
                        machine.os(),
                        machine.jvm()));
        out.println("%s; 8 kB brought to the disk in %s µs"
                .formatted(origin.disk().fileSystem(), Numbers.of(origin.disk().syncMicros())));
        origin.servers()
                .forEach(server -> out.println("PostgreSQL %s: %s"
                        .formatted(
                                server.version(),
                                server.settings().entrySet().stream()
                                        .map(setting -> setting.getKey() + " " + setting.getValue())
                                        .collect(Collectors.joining(", ")))));
        out.println("SQLite: synchronous FULL, write-ahead log");
        out.println();
        out.flush();
    }

    /** The results of one scenario on one store. */
    public void results(String title, List<Result> results) {
        out.println(terminal.paint(Ink.BOLD, title));
        var table = Table.headed(
                "", "system", "store", "work", "per second", "quartiles", "drain/s", "p50 ms", "p95 ms", "p99 ms");
        for (int column = 4; column <= 9; column++) {
            table.numeric(column);
        }
        results.forEach(result -> table.row(cells(result)));
        table.print(out);
        results.forEach(this::details);
        spending(results);
        out.println();
        out.flush();
    }

    /** How every system was set up. */
    public void settings(List<Result> results) {
        out.println(terminal.paint(Ink.BOLD, "Settings"));
        var table = Table.indented("");
        var lines = new LinkedHashSet<List<String>>();
        for (var result : results) {
            var settings = result.settings().entrySet().stream()
                    .filter(setting -> !List.of("executions", "payload_bytes", "runs", "measured")
                            .contains(setting.getKey()))
                    .map(setting -> setting.getKey() + "=" + setting.getValue())
                    .collect(Collectors.joining(", "));
            lines.add(List.of(result.subject().scenario(), result.subject().system(), settings));
        }
        lines.forEach(line -> table.row(line.toArray(String[]::new)));
        table.print(out);
        out.println();
        out.flush();
    }

    /** Whether targets were met. */
    public void targets(List<Target> targets) {
        if (targets.isEmpty()) {
            return;
        }
        out.println(terminal.paint(Ink.BOLD, "Targets"));
        var table = Table.headed("", "target", "asked", "measured")
                .painted(0, status -> terminal.paint(status.equals("met") ? Ink.GREEN : Ink.RED, status));
        targets.forEach(target -> table.row(
                target.isMet() ? "met" : "missed", target.what(), target.asked(), Numbers.of(target.measured())));
        table.print(out);
        out.println();
        out.flush();
    }

    private void details(Result result) {
        var figures = result.details().entrySet().stream()
                .filter(detail ->
                        !SHOWN_AS_COLUMNS.contains(detail.getKey()) && !Spending.shows(result, detail.getKey()))
                .map(detail -> detail.getKey().replace('_', ' ') + " " + Numbers.of(detail.getValue()));
        var measured =
                Optional.ofNullable(result.settings().get("measured"))
                        .map(what -> "measured in the last run " + what)
                        .stream();
        var details = Stream.concat(figures, measured).collect(Collectors.joining(", "));
        if (!details.isEmpty()) {
            out.println(terminal.paint(
                    Ink.DIM, "    %s: %s".formatted(result.subject().system() + mode(result.settings()), details)));
        }
    }

    private void spending(List<Result> results) {
        var shown = results.stream().filter(Spending::isTold).toList();
        if (!shown.isEmpty()) {
            out.println(terminal.paint(
                    Ink.DIM,
                    "    where our time goes, in µs of processor time per execution of the last run, by thread (jvm: its compiler"
                            + " and collector)"));
            Spending.table(shown, TextReport::work).print(out);
        }
    }

    private static String[] cells(Result result) {
        var figures = result.figures();
        return new String[] {
            result.subject().scenario(),
            result.subject().system(),
            result.subject().store(),
            work(result.settings()),
            shown(figures.ops(), Quartiles::median),
            figures.ops()
                    .filter(ops -> ops.lower() < ops.upper())
                    .map(ops -> Numbers.of(ops.lower()) + " – " + Numbers.of(ops.upper()))
                    .orElse(""),
            shown(figures.drain(), Quartiles::median),
            shown(figures.latency(), Figures.Latency::p50),
            shown(figures.latency(), Figures.Latency::p95),
            shown(figures.latency(), Figures.Latency::p99)
        };
    }

    static String work(Map<String, String> settings) {
        if (settings.containsKey("payload_bytes")) {
            return "%s × %s B".formatted(settings.get("executions"), settings.get("payload_bytes"));
        }
        return mode(settings).strip();
    }

    private static String mode(Map<String, String> settings) {
        return settings.containsKey("mode") ? " " + settings.get("mode") : "";
    }

    private static <T> String shown(Optional<T> figure, Function<T, Double> value) {
        return figure.map(value).map(Numbers::of).orElse("");
    }
}

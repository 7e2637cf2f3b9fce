package io.flowfabric.bench.plot;

import io.flowfabric.bench.measure.Quartiles;
import io.flowfabric.bench.plot.Bars.Bar;
import io.flowfabric.bench.report.Report;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.report.Variant;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.system.FlowFabricRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Chooses what of a report is worth a picture. */
final class Panels {
    private Panels() {}

    static List<Panel> of(Report report) {
        var panels = new ArrayList<Panel>();
        throughput(report.results())
                .forEach((work, bars) ->
                        panels.add(new Bars("Executions per second, submitted and drained, " + work, bars)));
        var waits = report.results().stream()
                .filter(result -> result.subject().scenario().equals("S2") && Variant.isPlain(result))
                .flatMap(result -> result.figures().latency().stream()
                        .flatMap(latency ->
                                List.of(wait(result, "median", latency.p50()), wait(result, "p99", latency.p99()))
                                        .stream()))
                .toList();
        if (!waits.isEmpty()) {
            panels.add(new Bars("From submission to the start of the handler, idle system, ms", waits));
        }
        var others = report.results().stream()
                .filter(result -> result.subject().scenario().equals("S2") && !Variant.isPlain(result))
                .flatMap(result -> result.figures().latency().stream()
                        .map(latency -> wait(result, Variant.difference(result), latency.p50())))
                .toList();
        if (!others.isEmpty()) {
            panels.add(new Bars("The same with more lanes or engines, median, ms", others));
        }
        var streams = report.results().stream()
                .filter(result -> result.perSecond().size() > 1)
                .map(result -> new Lines.Line(result.subject().store(), result.perSecond(), ours(result)))
                .toList();
        if (!streams.isEmpty()) {
            panels.add(new Lines("Executions per second while another transaction stays open", streams));
        }
        return panels;
    }

    /** Every system that did the same work, by that work. */
    private static Map<String, List<Bar>> throughput(List<Result> results) {
        var bars = new LinkedHashMap<String, List<Bar>>();
        for (var result : results) {
            if (List.of("S0", "S1").contains(result.subject().scenario())) {
                String work = "%s of %s bytes"
                        .formatted(
                                result.settings().get("executions"),
                                result.settings().get("payload_bytes"));
                result.figures()
                        .ops()
                        .ifPresent(ops -> bars.computeIfAbsent(work, any -> new ArrayList<>())
                                .add(rate(result, ops)));
            }
        }
        return bars;
    }

    private static Bar rate(Result result, Quartiles ops) {
        var subject = result.subject();
        return new Bar(
                subject.system() + ", " + subject.store(),
                ops,
                String.format(Locale.ROOT, "%,.0f", ops.median()),
                colour(result));
    }

    private static Bar wait(Result result, String what, double millis) {
        return new Bar(
                result.subject().store() + ", " + what,
                Quartiles.of(List.of(millis)),
                String.format(Locale.ROOT, "%.2f ms", millis),
                ours(result));
    }

    private static Colour colour(Result result) {
        if (result.subject().scenario().equals("S0")) {
            return Colour.CEILING;
        }
        return result.subject().system().equals(FlowFabricRun.NAME) ? ours(result) : Colour.OTHERS;
    }

    private static Colour ours(Result result) {
        return PostgresBenchStore.isNamed(result.subject().store()) ? Colour.OURS : Colour.OURS_TOO;
    }
}

package io.flowfabric.bench.report;

import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.system.FlowFabricRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Comparisons within a run: FlowFabric with every system that did the same work on the same store, several lanes or
 * engines with
 * one, and one major of PostgreSQL with the one that was measured first.
 */
public final class Ratios {
    private static final List<String> RATES = List.of("S0", "S1");

    private final List<Result> results;

    private Ratios(List<Result> results) {
        this.results = results;
    }

    /** A line for every comparison, such as {@code flowfabric on postgresql 18, 50000 × 256 B: 4.2 × db-scheduler}. */
    public static List<String> of(List<Result> results) {
        var ratios = new Ratios(results);
        var lines = new ArrayList<String>();
        for (var result : results) {
            ratios.others(result).forEach(lines::add);
        }
        for (var result : results) {
            ratios.plain(result).ifPresent(lines::add);
        }
        for (var result : results) {
            ratios.firstMajor(result).ifPresent(lines::add);
        }
        return lines;
    }

    private Stream<String> others(Result ours) {
        if (!ours.subject().system().equals(FlowFabricRun.NAME)
                || !ours.subject().scenario().equals("S1")) {
            return Stream.empty();
        }
        return results.stream()
                .filter(other -> other != ours
                        && RATES.contains(other.subject().scenario())
                        && other.subject().store().equals(ours.subject().store())
                        && isSameWork(ours, other))
                .map(other -> "flowfabric on %s, %s: %s × %s"
                        .formatted(
                                ours.subject().store(),
                                work(ours),
                                Numbers.of(ops(ours) / ops(other)),
                                other.subject().system()));
    }

    private Optional<String> plain(Result result) {
        if (Variant.isPlain(result)) {
            return Optional.empty();
        }
        return results.stream()
                .filter(other -> Variant.isPlain(other) && other.subject().equals(result.subject()))
                .findFirst()
                .flatMap(other -> latencies(result, other))
                .map(ratio -> "%s on %s, %s ÷ one: %s"
                        .formatted(
                                result.subject().scenario(),
                                result.subject().store(),
                                Variant.difference(result),
                                ratio));
    }

    private Optional<String> firstMajor(Result result) {
        var subject = result.subject();
        if (!PostgresBenchStore.isNamed(subject.store())) {
            return Optional.empty();
        }
        return results.stream()
                .filter(other -> PostgresBenchStore.isNamed(other.subject().store())
                        && other.subject().scenario().equals(subject.scenario())
                        && other.subject().system().equals(subject.system())
                        && isSameWork(result, other))
                .findFirst()
                .filter(first -> !first.subject().store().equals(subject.store()))
                .flatMap(first -> ratio(result, first)
                        .map(ratio -> "%s %s%s, %s ÷ %s: %s"
                                .formatted(
                                        subject.scenario(),
                                        subject.system(),
                                        work(result).isEmpty() ? "" : ", " + work(result),
                                        subject.store(),
                                        first.subject().store(),
                                        ratio)));
    }

    private static boolean isSameWork(Result one, Result other) {
        return Stream.of("executions", "payload_bytes", "mode", "lanes", "engines")
                .allMatch(setting -> Optional.ofNullable(one.settings().get(setting))
                        .equals(Optional.ofNullable(other.settings().get(setting))));
    }

    private static String work(Result result) {
        return TextReport.work(result.settings());
    }

    private static double ops(Result result) {
        return result.figures().ops().orElseThrow().median();
    }

    private static Optional<String> ratio(Result one, Result other) {
        if (one.figures().ops().isPresent() && other.figures().ops().isPresent()) {
            return Optional.of("rate " + Numbers.of(ops(one) / ops(other)));
        }
        return latencies(one, other);
    }

    private static Optional<String> latencies(Result one, Result other) {
        return one.figures()
                .latency()
                .flatMap(waits -> other.figures()
                        .latency()
                        .map(others -> "median %s, p99 %s"
                                .formatted(
                                        Numbers.of(divided(waits, others, Figures.Latency::p50)),
                                        Numbers.of(divided(waits, others, Figures.Latency::p99)))));
    }

    private static double divided(
            Figures.Latency one, Figures.Latency other, ToDoubleFunction<Figures.Latency> percentile) {
        return percentile.applyAsDouble(one) / percentile.applyAsDouble(other);
    }
}

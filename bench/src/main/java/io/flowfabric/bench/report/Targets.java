package io.flowfabric.bench.report;

import io.flowfabric.bench.measure.Quartiles;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.store.SqliteBenchStore;
import io.flowfabric.bench.system.FlowFabricRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is asked of FlowFabric on two cores with the store on the same machine, as far as it was measured, on every store and
 * every major of PostgreSQL alike. A ratio is taken between results of one run, and means something on any machine; an
 * absolute figure is meant for a quiet one.
 */
public final class Targets {
    private static final double LANES_RATIO = 1.5;
    private static final double LONGEST_WAIT_MS = 1000;
    private static final List<String> JVM_PEERS = List.of("db-scheduler", "jobrunr", "dbos");

    private final List<Result> results;
    private final List<String> stores;
    private final List<Target> targets = new ArrayList<>();

    private Targets(List<Result> results) {
        this.results = results;
        this.stores = results.stream()
                .map(result -> result.subject().store())
                .distinct()
                .toList();
    }

    /** Compares results with what is asked of them. */
    public static List<Target> of(List<Result> results) {
        var targets = new Targets(results);
        targets.throughput();
        targets.latency();
        targets.endurance();
        return List.copyOf(targets.targets);
    }

    private void throughput() {
        for (var store : stores) {
            var ours = ops("S1", FlowFabricRun.NAME, store);
            ratio("S1 ÷ S0, " + store, 0.6, ours, ops("S0", "sql", store));
            if (store.equals(SqliteBenchStore.STORE)) {
                ours.ifPresent(ops -> targets.add(Target.atLeast("S1 on sqlite, per second", 12_000, ops.median())));
            }
            ratio("S1 ÷ db-scheduler", 2.5, ours, ops("S1", "db-scheduler", store));
            for (var peer : JVM_PEERS) {
                var theirs = ops("S1", peer, store);
                if (ours.isPresent() && theirs.isPresent()) {
                    targets.add(Target.atLeast(
                            "S1, our lower quartile ÷ median of " + peer,
                            1,
                            ours.get().lower() / theirs.get().median()));
                }
            }
        }
    }

    private void latency() {
        for (var store : stores) {
            of("S2", store)
                    .forEach(result -> result.figures().latency().ifPresent(latency -> {
                        if (Variant.engines(result) == 1) {
                            starts(result, latency);
                        }
                    }));
            atMost("S2 longest wait", LONGEST_WAIT_MS, "S2", store, "longest_ms");
            atMost("idle queries per minute and process", 10, "S2", store, "idle_queries_per_minute");
        }
    }

    /** As fast on many lanes as on one: in itself, and compared with the one. */
    private void starts(Result result, Figures.Latency latency) {
        String store = result.subject().store();
        boolean postgres = PostgresBenchStore.isNamed(store);
        String where = " on " + store + Variant.suffix(result) + ", ms";
        targets.add(Target.atMost("S2 median" + where, postgres ? 5 : 2, latency.p50()));
        targets.add(Target.atMost("S2 p99" + where, postgres ? 20 : 10, latency.p99()));
        if (!Variant.isPlain(result)) {
            of("S2", store)
                    .filter(Variant::isPlain)
                    .findFirst()
                    .flatMap(plain -> plain.figures().latency())
                    .ifPresent(one -> targets.add(Target.atMost(
                            "S2 median, %s ÷ one, %s".formatted(Variant.difference(result), store),
                            LANES_RATIO,
                            latency.p50() / one.p50())));
        }
    }

    private void endurance() {
        for (var store : stores) {
            atLeast("S4 ÷ S1 on an empty store, " + store, 0.8, "S4", store, "ratio_to_empty");
            of("S5", store).forEach(result -> {
                String mode = result.settings().getOrDefault("mode", "");
                result.detail("share_served")
                        .ifPresent(share -> targets.add(
                                Target.atLeast("S5 %s, share served, %s".formatted(mode, store), 1, share)));
                if (mode.equals("partial")) {
                    result.figures()
                            .latency()
                            .ifPresent(latency -> targets.add(
                                    Target.atMost("S5 partial p95 on " + store + ", ms", 1000, latency.p95())));
                }
            });
            atMost("S6 last reclaim after its lease", LONGEST_WAIT_MS, "S6", store, "last_ms");
            atLeast("S7 last ÷ first fifth, " + store, 0.8, "S7", store, "last_to_first");
            atLeast("S22 purged ÷ submitted, " + store, 1, "S22", store, "ratio_to_submitted");
        }
    }

    private void ratio(String what, double least, Optional<Quartiles> ours, Optional<Quartiles> theirs) {
        if (ours.isPresent() && theirs.isPresent()) {
            targets.add(Target.atLeast(
                    what, least, ours.get().median() / theirs.get().median()));
        }
    }

    private void atLeast(String what, double least, String scenario, String store, String detail) {
        of(scenario, store)
                .forEach(result -> result.detail(detail)
                        .ifPresent(measured -> targets.add(Target.atLeast(what, least, measured))));
    }

    /** For each number of lanes and engines. */
    private void atMost(String what, double most, String scenario, String store, String detail) {
        String unit = detail.endsWith("_ms") ? ", ms" : "";
        of(scenario, store)
                .forEach(result -> result.detail(detail)
                        .ifPresent(measured -> targets.add(
                                Target.atMost(what + " on " + store + Variant.suffix(result) + unit, most, measured))));
    }

    /** The size of the work that was asked for comes first; others are variants of it. */
    private Optional<Quartiles> ops(String scenario, String system, String store) {
        return of(scenario, store)
                .filter(result -> result.subject().system().equals(system))
                .findFirst()
                .flatMap(result -> result.figures().ops());
    }

    private Stream<Result> of(String scenario, String store) {
        return results.stream()
                .filter(result -> result.subject().scenario().equals(scenario)
                        && result.subject().store().equals(store));
    }
}

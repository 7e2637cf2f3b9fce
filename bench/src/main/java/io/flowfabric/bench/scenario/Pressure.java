package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Cost;
import io.flowfabric.bench.measure.Growth;
import io.flowfabric.bench.measure.ServerMeter;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * S7: S1's work as a steady stream while another transaction stays open, so that nothing dead can be removed.
 * The last fifth of the time is compared with the first.
 */
final class Pressure implements Scenario {
    private static final Duration IN_FULL = Duration.ofMinutes(5);
    private static final Duration IN_SHORT = Duration.ofMinutes(1);

    @Override
    public String title() {
        return "S7: a steady stream while another transaction stays open";
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        session.progress().phase("S7 on %s, warming up".formatted(stores.store()));
        MeasuredSystems.flowFabric("S7", stores, session.load()).warmUp();
        session.progress().phase("S7 on " + stores.store());
        var lasts = session.lasting(IN_FULL, IN_SHORT);
        try (BenchStore benchStore = stores.fresh()) {
            // Creates the tables, so that there is something to hold a snapshot of.
            FlowFabric.open(benchStore.address()).close();
            var before = Growth.of(benchStore);
            var meter = benchStore instanceof PostgresBenchStore postgres
                    ? Optional.of(ServerMeter.start(postgres))
                    : Optional.<ServerMeter>empty();
            var flowed = flow(benchStore, session.load(), lasts);
            var perSecond = flowed.perSecond();
            long executions = Math.max(
                    1,
                    Math.round(
                            perSecond.stream().mapToDouble(Double::doubleValue).sum()));
            var cost = meter.isPresent() ? Optional.of(meter.get().perExecution(executions)) : Optional.<Cost>empty();
            return List.of(result(stores, lasts, flowed, details(before, Growth.of(benchStore), cost)));
        } finally {
            session.progress().done();
        }
    }

    private record Flowed(List<Double> perSecond, ClaimProbe probe) {}

    private static Flowed flow(BenchStore benchStore, Load load, Duration lasts) throws Exception {
        var snapshot = OpenSnapshot.hold(benchStore);
        try (var fabric = FlowFabric.open(benchStore.address())) {
            var stream = new Stream(fabric, load);
            return new Flowed(stream.flow(lasts), stream.probe());
        } finally {
            snapshot.close();
        }
    }

    private static Map<String, Double> details(
            Map<String, Double> before, Map<String, Double> after, Optional<Cost> cost) {
        var details = new LinkedHashMap<String, Double>();
        after.forEach((what, size) -> details.put(what + "_grown", size - before.get(what)));
        cost.ifPresent(spent -> {
            details.put("wal_bytes_per_execution", spent.walBytes());
            details.put("commits_per_execution", spent.commits());
        });
        return details;
    }

    private static Result result(BenchStores stores, Duration lasts, Flowed flowed, Map<String, Double> more) {
        var perSecond = flowed.perSecond();
        var probe = flowed.probe();
        int fifth = Math.max(perSecond.size() / 5, 1);
        double first = mean(perSecond.subList(0, fifth));
        double last = mean(perSecond.subList(perSecond.size() - fifth, perSecond.size()));
        var details = new LinkedHashMap<String, Double>();
        details.put("first_per_second", first);
        details.put("last_per_second", last);
        details.put("last_to_first", first == 0 ? 0 : last / first);
        details.put("claim_first_p50_ms", probe.first().median());
        details.put("claim_last_p50_ms", probe.last().median());
        details.putAll(more);
        return new Result(
                new Result.Subject("S7", FlowFabricRun.NAME, stores.store()),
                Figures.of(mean(perSecond), probe.all()),
                Map.of("seconds", Long.toString(lasts.toSeconds())),
                details,
                perSecond);
    }

    private static double mean(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}

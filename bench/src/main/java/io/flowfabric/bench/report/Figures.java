package io.flowfabric.bench.report;

import io.flowfabric.bench.measure.Lap;
import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.measure.Quartiles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures that results have in common; what does not apply is absent.
 *
 * @param ops executions per second of submitting and draining together
 * @param drain executions per second of draining alone
 * @param latency of what the scenario waits for
 */
public record Figures(Optional<Quartiles> ops, Optional<Quartiles> drain, Optional<Latency> latency) {

    /** Percentiles in milliseconds. */
    public record Latency(double p50, double p95, double p99) {
        /** Of what was measured. */
        public static Latency of(Latencies measured) {
            return new Latency(measured.median(), measured.percentile(0.95), measured.percentile(0.99));
        }
    }

    /** Of several runs. */
    public static Figures of(List<Lap> laps) {
        return new Figures(
                Optional.of(Quartiles.of(laps.stream().map(Lap::total).toList())),
                Optional.of(Quartiles.of(laps.stream().map(Lap::drained).toList())),
                Optional.empty());
    }

    /** Of waits. */
    public static Figures of(Latencies measured) {
        return new Figures(Optional.empty(), Optional.empty(), Optional.of(Latency.of(measured)));
    }

    /** Of a single run at a rate, with the waits in it. */
    public static Figures of(double opsPerSecond, Latencies measured) {
        return new Figures(
                Optional.of(Quartiles.of(List.of(opsPerSecond))), Optional.empty(), Optional.of(Latency.of(measured)));
    }

    /** How far the runs lie apart. */
    public OptionalDouble spread() {
        return ops.map(Quartiles::spread).map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }
}

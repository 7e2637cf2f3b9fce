package io.flowfabric.bench.report;

import io.flowfabric.bench.machine.Disk;
import io.flowfabric.bench.machine.Machine;
import io.flowfabric.bench.machine.Server;
import io.flowfabric.bench.measure.Lap;
import io.flowfabric.bench.measure.Latencies;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Reports that were not measured. */
public final class Samples {
    private Samples() {}

    public static Report report(List<Result> results) {
        return new Report(
                new Report.Origin(
                        new Machine("CPU <X>", 2, 4096, "Linux", "JVM 17"),
                        new Disk("ext4", 140.5),
                        List.of(new Server("18.6", Map.of("fsync", "on"))),
                        Instant.parse("2030-01-31T12:00:00Z")),
                results);
    }

    /** Runs whose drain takes no time beside their submission, so that the rates given are those of both. */
    public static Result rate(String scenario, String system, String store, double... perSecond) {
        var laps =
                DoubleStream.of(perSecond).mapToObj(rate -> new Lap(rate, 1e18)).toList();
        return new Result(
                new Result.Subject(scenario, system, store),
                Figures.of(laps),
                Map.of("executions", "50000", "payload_bytes", "256"),
                Map.of());
    }

    public static Result waits(String scenario, String store, int p50, int p99) {
        var latencies = new Latencies();
        for (int i = 0; i < 98; i++) {
            latencies.add(Duration.ofMillis(p50));
        }
        latencies.add(Duration.ofMillis(p99));
        latencies.add(Duration.ofMillis(p99));
        return new Result(new Result.Subject(scenario, "flowfabric", store), Figures.of(latencies), Map.of(), Map.of());
    }

    /** Waits of a worker on several lanes, or of several engines. */
    public static Result waits(String store, int lanes, int engines, int p50, int p99) {
        var plain = waits("S2", store, p50, p99);
        return new Result(
                plain.subject(),
                plain.figures(),
                Map.of("lanes", Integer.toString(lanes), "engines", Integer.toString(engines)),
                Map.of("longest_ms", (double) p99));
    }

    public static Result detail(String scenario, String store, String name, double value) {
        return new Result(
                new Result.Subject(scenario, "flowfabric", store),
                waits(scenario, store, 1, 1).figures(),
                Map.of(),
                Map.of(name, value));
    }
}

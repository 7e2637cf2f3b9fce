package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Submits one execution after the other to some lanes in turn, and notes when the handler started and when the result was
 * seen. Ends after a number of samples or after a time, whichever is first, but not before the first sample.
 */
final class Sampling {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WARMING_THREADS = 8;

    private final FlowFabric fabric;
    private final byte[] payload;
    private final int samples;
    private final Duration longest;

    Sampling(FlowFabric fabric, byte[] payload, int samples, Duration longest) {
        this.fabric = fabric;
        this.payload = payload;
        this.samples = samples;
        this.longest = longest;
    }

    /** From each submission on. */
    record Found(Latencies starts, Latencies results) {
        Found() {
            this(new Latencies(), new Latencies());
        }
    }

    /** Several times as many samples, taken by several threads at once: the compilers of all processes are done only then. */
    void warmUp(List<String> lanes) throws Exception {
        var threads = Executors.newFixedThreadPool(WARMING_THREADS);
        try {
            var sampling = IntStream.range(0, WARMING_THREADS)
                    .mapToObj(thread -> threads.submit(() -> take(lanes, thread * lanes.size() / WARMING_THREADS)))
                    .toList();
            for (var one : sampling) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    Found take(List<String> lanes) {
        return take(lanes, 0);
    }

    private Found take(List<String> lanes, int first) {
        var found = new Found();
        long began = System.nanoTime();
        for (int i = 0; i < samples && (i == 0 || System.nanoTime() - began < longest.toNanos()); i++) {
            var lane = lanes.get((first + i) % lanes.size());
            long submittedAt = Kinds.nanosNow();
            byte[] stamp = fabric.submit(lane, Kinds.STAMP, payload).await(byte[].class, PATIENCE);
            found.results().add(Kinds.nanosNow() - submittedAt);
            found.starts().add(Kinds.nanos(stamp) - submittedAt);
        }
        return found;
    }
}

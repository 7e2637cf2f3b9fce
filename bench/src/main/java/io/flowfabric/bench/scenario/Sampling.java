package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Submits one execution after the other to some lanes, and notes when the handler started and when the result was seen. The
 * lanes come in random order, always the same: a worker that polls one lane after the other would meet executions that
 * are submitted in turn by following them. Ends after a number of samples or after a time, whichever is first, but not before the first sample.
 */
final class Sampling {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
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
                    .mapToObj(thread ->
                            threads.submit(() -> take(inTurn(lanes, thread * lanes.size() / WARMING_THREADS))))
                    .toList();
            for (var one : sampling) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    Found take(List<String> lanes) {
        var random = new Random(lanes.size());
        return take(sample -> lanes.get(random.nextInt(lanes.size())));
    }

    /** Every lane is used before anything counts. */
    private static IntFunction<String> inTurn(List<String> lanes, int first) {
        return sample -> lanes.get((first + sample) % lanes.size());
    }

    private Found take(IntFunction<String> lanes) {
        var found = new Found();
        long began = System.nanoTime();
        for (int i = 0; i < samples && (i == 0 || System.nanoTime() - began < longest.toNanos()); i++) {
            var lane = lanes.apply(i);
            long submittedAt = Kinds.nanosNow();
            byte[] stamp = fabric.submit(lane, Kinds.STAMP, payload).await(byte[].class, TIMEOUT);
            found.results().add(Kinds.nanosNow() - submittedAt);
            found.starts().add(Kinds.nanos(stamp) - submittedAt);
        }
        return found;
    }
}

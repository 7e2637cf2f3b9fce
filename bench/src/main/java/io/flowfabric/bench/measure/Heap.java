package io.flowfabric.bench.measure;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** How much memory is in use over time, after a collection each time. Belongs to one thread. */
public final class Heap {
    private record Sample(double minutes, double mebibytes) {}

    private final long beganAt = System.nanoTime();
    private final List<Sample> samples = new ArrayList<>();

    /** Collects garbage and notes what is left. */
    public void sample() {
        System.gc();
        double used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (double) (1 << 20);
        samples.add(new Sample((System.nanoTime() - beganAt) / 60e9, used));
    }

    /** What was in use the last time, in MiB. */
    public double last() {
        return samples.get(samples.size() - 1).mebibytes;
    }

    /** The slope of the straight line that lies closest to the samples, in MiB per minute; 0 for less than two. */
    public double slope() {
        double meanTime =
                samples.stream().mapToDouble(Sample::minutes).average().orElse(0);
        double meanUse =
                samples.stream().mapToDouble(Sample::mebibytes).average().orElse(0);
        double above = 0;
        double below = 0;
        for (var sample : samples) {
            above += (sample.minutes - meanTime) * (sample.mebibytes - meanUse);
            below += (sample.minutes - meanTime) * (sample.minutes - meanTime);
        }
        return below == 0 ? 0 : above / below;
    }
}

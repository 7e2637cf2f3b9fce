package io.flowfabric.bench.measure;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** What the compilers of this JVM do meanwhile. */
public final class Compilers {
    /** Something that takes its time. */
    public interface Work {
        void run() throws Exception;
    }

    private Compilers() {}

    /** The time they worked during some work, as a share of the time that it took; above 1 if several worked. */
    public static double shareOf(Work work) throws Exception {
        long compiled = totalNanos();
        long begun = System.nanoTime();
        work.run();
        return (double) (totalNanos() - compiled) / (System.nanoTime() - begun);
    }

    private static long totalNanos() {
        var compilation = ManagementFactory.getCompilationMXBean();
        return compilation == null || !compilation.isCompilationTimeMonitoringSupported()
                ? 0
                : Duration.ofMillis(compilation.getTotalCompilationTime()).toNanos();
    }
}

package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Compilers;
import java.time.Duration;

/** How often a system runs before it counts. */
@FunctionalInterface
interface WarmUp {
    /** A run that does not count. */
    interface Run {
        void run() throws Exception;
    }

    /** Lets it run once or more. */
    void repeat(Run run) throws Exception;

    /** Until the compilers of this JVM have little left to do, within limits. */
    static WarmUp untilCompiled(int mostRuns, Duration mostTime) {
        return run -> {
            long begun = System.nanoTime();
            double compiling;
            int runs = 0;
            do {
                compiling = Compilers.shareOf(run::run);
                runs++;
            } while (compiling > 0.1 && runs < mostRuns && System.nanoTime() - begun < mostTime.toNanos());
        };
    }
}

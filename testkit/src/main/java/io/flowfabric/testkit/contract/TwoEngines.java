package io.flowfabric.testkit.contract;

import io.flowfabric.testkit.LongRuns;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Which suites take turns between two engines: a share of them that a seed chooses, and all with {@code -Dff.long}. */
final class TwoEngines {
    private static final int ONE_IN = 6;
    private static final long SEED =
            Long.getLong("ff.seed", ThreadLocalRandom.current().nextLong());

    static {
        System.out.println("Suites take turns between two engines, by -Dff.seed=" + SEED);
    }

    private TwoEngines() {}

    static boolean serve(Class<?> suite) {
        long seed = SEED ^ suite.getName().hashCode();
        return new Random(seed).nextInt(LongRuns.rounds(1, Integer.getInteger("ff.engines", 1) > 1 ? 1 : ONE_IN)) == 0;
    }
}

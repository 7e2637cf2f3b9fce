package io.flowfabric.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs code under many schedules of its threads: which of them goes on at each access to something shared is decided by
 * Lincheck. The clock stands still, so no deadline makes up for a lost wake-up: a thread that would wait for ever fails
 * the test, which prints what each thread did before.
 *
 * <p>Code under a schedule states what must hold by {@link #check}. AssertJ's assertions refuse to be compared, which
 * Lincheck does with everything it meets, and would be followed step by step.
 */
public final class Schedules {
    private static final boolean LONG = System.getProperty("ff.long") != null;
    private static final int SCHEDULES = LONG ? 10_000 : 80;
    private static final int SEQUENCES = LONG ? 200 : 12;
    private static final int SCHEDULES_OF_EACH = LONG ? 1_000 : 20;

    /** What one thread does. */
    public interface Task {
        void run() throws Exception;
    }

    private Schedules() {}

    /** @param code is run from its beginning under each schedule, and finds nothing of what it left behind before */
    public static void explore(Task code) {
        Lincheck.runConcurrentTest(SCHEDULES, () -> {
            try {
                code.run();
            } catch (Exception failed) {
                throw new AssertionError(failed);
            }
        });
    }

    /**
     * Tries random sequences of the operations of a class on two threads, each under many schedules. The class checks
     * itself after each by a method with {@code @Validate}.
     */
    public static void explore(Class<?> operations) {
        new ModelCheckingOptions()
                .iterations(SEQUENCES)
                .invocationsPerIteration(SCHEDULES_OF_EACH)
                .threads(2)
                .actorsBefore(2)
                .actorsPerThread(1)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(Schedules::isLocal)
                        .allMethods()
                        .ignore())
                .check(operations);
    }

    /** Classes whose objects no two threads share; to follow them costs most of the time. */
    private static boolean isLocal(String name) {
        return name.startsWith("java.util.stream.") || name.startsWith("java.time.");
    }

    /** Does all of it at once, the first on the calling thread, and waits until all is done. */
    public static void atOnce(Task first, Task... others) throws Exception {
        List<FutureTask<Void>> all = new ArrayList<>();
        for (var other : others) {
            all.add(begun(other));
        }
        first.run();
        for (var one : all) {
            one.get();
        }
    }

    /** Runs it on a thread of its own; waiting for its end rethrows its failure. */
    public static FutureTask<Void> begun(Task task) {
        var begun = new FutureTask<Void>(() -> {
            task.run();
            return null;
        });
        new Thread(begun).start();
        return begun;
    }

    /** @param what must be true, as a sentence */
    public static void check(boolean isTrue, String what) {
        if (!isTrue) {
            throw new AssertionError("It does not hold that " + what);
        }
    }
}

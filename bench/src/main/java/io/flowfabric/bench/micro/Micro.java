package io.flowfabric.bench.micro;

import io.flowfabric.cli.console.Table;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the micro-benchmarks and prints what they found. */
public final class Micro {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private static final long ALLOWED_BYTES = 8192;

    private Micro() {}

    /** Takes about a minute. */
    public static void run(PrintWriter out) throws RunnerException {
        out.println("Measuring rules, ids and handles …");
        out.flush();
        var options = new OptionsBuilder()
                .include(Micro.class.getPackageName().replace(".", "\\.") + "\\..*Benchmark")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .warmupIterations(2)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(3)
                .measurementTime(TimeValue.seconds(1))
                .forks(1)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .build();
        var table = Table.headed("benchmark", "ns", "±", "bytes")
                .numeric(1)
                .numeric(2)
                .numeric(3);
        for (var result : new Runner(options).run()) {
            var time = result.getPrimaryResult();
            table.row(
                    name(result.getParams().getBenchmark()),
                    String.format(Locale.ROOT, "%,.0f", time.getScore()),
                    String.format(Locale.ROOT, "%,.0f", time.getScoreError()),
                    String.format(
                            Locale.ROOT,
                            "%,.0f",
                            result.getSecondaryResults().get(ALLOCATED).getScore()));
        }
        table.print(out);
        out.println();
        out.println("claim → complete, with a store that does nothing: %,d bytes allocated per execution, %,d allowed"
                .formatted(Allocation.perExecution(), ALLOWED_BYTES));
        out.flush();
    }

    private static String name(String benchmark) {
        return benchmark
                .substring(benchmark.lastIndexOf('.', benchmark.lastIndexOf('.') - 1) + 1)
                .replace("Benchmark", "");
    }
}

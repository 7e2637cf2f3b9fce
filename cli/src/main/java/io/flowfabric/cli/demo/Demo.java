package io.flowfabric.cli.demo;

import io.flowfabric.cli.console.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ff demo}. */
@Command(
        name = "demo",
        header = "Kill a worker in the middle of its work and see that nothing is lost or doubled.",
        description = "Takes a few seconds. Exit code 0 says that every execution ended exactly once.",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  ff demo",
            "  ff demo --executions 2000 --keep",
            "  ff demo --embedded-postgres",
            "  ff demo --store sqlite:app.db",
            "",
            "The last line reads: demo: N executions, N retried, N reclaimed, 0 lost, 0 doubled"
        })
public final class Demo implements Callable<Integer> {
    private static final int FEWEST = 20;
    private static final int MOST = 100_000;
    private static final String IN_MEMORY = ":memory:";

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Option(names = "--executions", paramLabel = "N", defaultValue = "300", description = "How many. Otherwise 300.")
    private int executions;

    @Option(names = "--keep", description = "Keep the store, and say how to look into it.")
    private boolean keep;

    @ArgGroup
    private DemoPlace place = new DemoPlace();

    /** The command on a terminal. */
    public Demo(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        var out = spec.commandLine().getOut();
        try (var stage = stage(out)) {
            var plan = DemoPlan.of(stage.store(), executions);
            var report = new DemoRun(plan, stage, terminal, out).play();
            if (keep) {
                stage.explain(out, report.mostEventful());
            }
            report.result(out);
            out.flush();
            return report.audit().isClean() ? 0 : 1;
        }
    }

    private DemoStage stage(PrintWriter out) throws IOException {
        if (place.isEmbeddedPostgres()) {
            out.println("Starting a PostgreSQL …");
            out.println();
            out.flush();
        }
        return DemoStage.set(place, keep);
    }

    private void check() {
        if (executions < FEWEST || executions > MOST) {
            throw refused("--executions: \"%d\" is out of range; use %d to %d.".formatted(executions, FEWEST, MOST));
        }
        if (keep && place.isEmbeddedPostgres()) {
            throw refused(
                    "--keep: the PostgreSQL of --embedded-postgres goes with the demo; name a server by --store.");
        }
        place.store().filter(address -> address.text().contains(IN_MEMORY)).ifPresent(address -> {
            throw refused(
                    "--store: \"" + address + "\" lives inside one process, and the demo needs two; name a file.");
        });
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

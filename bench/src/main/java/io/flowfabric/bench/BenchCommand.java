package io.flowfabric.bench;

import io.flowfabric.bench.http.HttpBench;
import io.flowfabric.bench.micro.Micro;
import io.flowfabric.bench.plot.Plot;
import io.flowfabric.bench.profile.Recorder;
import io.flowfabric.bench.scenario.Load;
import io.flowfabric.bench.scenario.ScenarioId;
import io.flowfabric.bench.scenario.Session.Extent;
import io.flowfabric.bench.scenario.Session.Length;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ff bench}. */
@Command(
        name = "bench",
        header = "Measure the engine on this machine, and others beside it.",
        description = {
            "Runs on PostgreSQL, the newest and the oldest that is supported, which it starts with stock settings, and on"
                    + " SQLite. Every commit is on the disk.",
            "A run of all scenarios takes S3 to S7 and S22 to the newest PostgreSQL only, unless --full is given."
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  ff bench                      a quarter of an hour",
            "  ff bench --peers              half an hour",
            "  ff bench --scenario S1,S2 --store sqlite",
            "  ff bench --json result.json --plot result.svg",
            "  ff bench --scenario S1 --profile flames",
            "  ff bench --scenario S2,S6 --engines 1,10 --store postgresql:14",
            "  ff bench --http               three minutes",
            "",
            "Scenarios:",
            "  S0  the rows of S1, written by hand: the ceiling",
            "  S1  no-op executions, submitted in bulk, claimed and completed",
            "  S2  submit, handler starts, result seen; idle; on more lanes, more engines",
            "  S3  100 handlers hold 3-second tasks, leases renewed",
            "  S4  S1 among finished, delayed and blocked executions",
            "  S5  100 workers, 10 capabilities, executions that require one",
            "  S6  a worker that holds 1,000 leases is killed; one engine or more survive",
            "  S7  a steady stream while another transaction stays open",
            "  S22 finished executions purged, alone and beside a steady stream"
        })
final class BenchCommand implements Callable<Integer> {
    private static final int USUAL_EXECUTIONS = 50_000;
    private static final int USUAL_PAYLOAD = 256;

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            converter = StoreChoiceConverter.class,
            description =
                    "postgresql, or one of postgresql:18 and postgresql:14, sqlite, the address of a server on which"
                            + " databases may be created, or sqlite:FILE to write beside a file. Otherwise all.")
    private Optional<StoreChoice> store = Optional.empty();

    @Option(names = "--executions", paramLabel = "N", description = "Executions of a run. Otherwise 50000.")
    private Optional<Integer> executions = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "16",
            description = "Handlers of a process. Otherwise 16.")
    private int workers;

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Processes with workers in S1 and S4. Otherwise 1.")
    private int processes;

    @Option(
            names = "--lanes",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,4,100",
            description = "Lanes that the worker of S2 serves. Otherwise 1,4,100.")
    private List<Integer> lanes = List.of();

    @Option(
            names = "--engines",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,3,10",
            description = "Engines that wait for work in S2, and that survive in S6. Otherwise 1,3,10.")
    private List<Integer> engines = List.of();

    @Option(names = "--payload", paramLabel = "BYTES", description = "Payload of an execution. Otherwise 256.")
    private Optional<Integer> payload = Optional.empty();

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Executions that one call of ours submits in S1. Otherwise 1000.")
    private int batch;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "5",
            description = "Runs of which the median counts. Otherwise 5.")
    private int repeats;

    @Option(
            names = "--scenario",
            paramLabel = "S",
            split = ",",
            converter = ScenarioConverter.class,
            description = "Only these, such as S1,S2. Otherwise all.")
    private List<ScenarioId> scenarios = List.of();

    @Option(
            names = "--peers",
            description = "Also run db-scheduler, JobRunr and DBOS, and with npm graphile-worker and pg-boss.")
    private boolean peers;

    @Option(names = "--full", description = "Every scenario at its full length, by every system.")
    private boolean full;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw the results, into a .svg or .png file.")
    private Optional<Path> plot = Optional.empty();

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description =
                    "Record the runs of S1 and draw where our time goes: a flame graph for every store, DIR/s1-STORE.svg."
                            + " Recording costs a little speed.")
    private Optional<Path> profile = Optional.empty();

    @Option(names = "--micro", description = "Measure pieces of the engine without a store, and nothing else.")
    private boolean micro;

    @Option(
            names = "--http",
            description = "Measure ff server over HTTP, and nothing else: clients that submit, claim and complete.")
    private boolean http;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "200",
            description = "Clients of --http, each with a connection of its own. Otherwise 200.")
    private int clients;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "For how long the clients of --http submit. Otherwise 30.")
    private int seconds;

    BenchCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        check();
        var out = spec.commandLine().getOut();
        if (micro) {
            Micro.run(out);
        } else if (http) {
            return overHttp(out) ? 0 : 1;
        } else {
            new Bench(plan(), terminal, out).run();
        }
        return 0;
    }

    private boolean overHttp(PrintWriter out) throws InterruptedException {
        boolean clean = true;
        try (var setups = StoreSetups.open(store.orElse(StoreChoice.ALL))) {
            setups.absences().forEach(out::println);
            for (var stores : setups.all()) {
                out.println("On " + stores.store());
                try (var benchStore = stores.fresh()) {
                    clean &= new HttpBench(benchStore.address(), clients, Duration.ofSeconds(seconds)).run(out);
                }
            }
        }
        return clean;
    }

    private Plan plan() {
        var load = new Load(
                executions.orElse(USUAL_EXECUTIONS), payload.orElse(USUAL_PAYLOAD), workers, processes, batch, repeats);
        boolean variants = executions.isEmpty() && payload.isEmpty();
        var extent = new Extent(peers, variants, full ? Length.FULL : Length.SHORT, lanes, engines);
        return new Plan(chosen(), store.orElse(StoreChoice.ALL), load, extent, new Plan.Files(json, plot, profile));
    }

    private Set<ScenarioId> chosen() {
        return scenarios.isEmpty() ? EnumSet.allOf(ScenarioId.class) : EnumSet.copyOf(scenarios);
    }

    private void check() {
        within("--executions", executions.orElse(USUAL_EXECUTIONS), 50, 100_000_000);
        within("--workers", workers, 1, 1000);
        within("--processes", processes, 1, 64);
        lanes.forEach(count -> within("--lanes", count, 1, 256));
        engines.forEach(count -> within("--engines", count, 1, 64));
        within("--batch", batch, 1, 1000);
        within("--payload", payload.orElse(USUAL_PAYLOAD), 0, 1 << 20);
        within("--repeats", repeats, 1, 100);
        within("--clients", clients, 1, 10_000);
        within("--seconds", seconds, 1, 86_400);
        plot.filter(file -> !Plot.canWrite(file)).ifPresent(file -> {
            throw refused("--plot: \"%s\" ends neither in .svg nor in .png.".formatted(file));
        });
        // Better now than after twenty minutes.
        json.ifPresent(file -> writable("--json", file));
        plot.ifPresent(file -> writable("--plot", file));
        profile.ifPresent(this::recordable);
        boolean more =
                Stream.of(store, executions, payload, json, plot, profile).anyMatch(Optional::isPresent);
        if (micro && (more || peers || full || !scenarios.isEmpty())) {
            throw refused("--micro: it needs no store and knows no scenarios; use it alone.");
        }
    }

    private void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw refused("%s: \"%d\" is out of range; use %d to %d.".formatted(option, value, least, most));
        }
    }

    private void writable(String option, Path file) {
        var directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isWritable(directory) || Files.isDirectory(file)) {
            throw refused(
                    "%s: \"%s\" cannot be written; name a file in a directory that exists.".formatted(option, file));
        }
    }

    private void recordable(Path directory) {
        if (!chosen().contains(ScenarioId.S1)) {
            throw refused(
                    "--profile: S1 is what is recorded, and it is not among the scenarios; add it to --scenario.");
        }
        if (processes > 1) {
            throw refused("--profile: one process is recorded, and there are to be %d; leave --processes out."
                    .formatted(processes));
        }
        if (!Recorder.isAvailable()) {
            throw refused("--profile: this Java has no Flight Recorder; run with one that has, such as any OpenJDK.");
        }
        var existing =
                Files.exists(directory) ? directory : directory.toAbsolutePath().getParent();
        if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
            throw refused("--profile: \"%s\" cannot be written; name a directory that exists, or a new one in such."
                    .formatted(directory));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

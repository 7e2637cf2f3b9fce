package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.doctor.Checkup;
import io.flowfabric.cli.doctor.Checkup.Entry;
import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.cli.option.StoreOption;
import io.flowfabric.cli.option.ToleranceOptions;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.support.ExitCodes;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ff doctor}. */
@Command(
        name = "doctor",
        header = "Check a store and say what is wrong, why it matters and what to do.",
        description =
                "Checks migrations, indexes, clocks, workers, leases, subscribers and the database itself."
                        + " At a server, what only the database tells is skipped. Changes nothing. Exits 3 if it found a problem.",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  ff doctor",
            "  ff doctor --store postgresql://ff@db/shop --json",
            "  ff doctor --open-for 10m"
        })
final class DoctorCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Clock clock;

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @ArgGroup(validate = false, heading = "%nWhat is a problem:%n")
    private ToleranceOptions tolerance = new ToleranceOptions();

    DoctorCommand(Terminal terminal) {
        this(terminal, Clock.systemUTC());
    }

    /** @param clock the clock of this machine */
    DoctorCommand(Terminal terminal, Clock clock) {
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        var entries = new Checkup(tolerance.tolerance()).of(store.address(), store::openAsItIs, clock);
        var out = spec.commandLine().getOut();
        if (json) {
            Output.json(
                    out,
                    new Report(problems(entries), entries.stream().map(Line::of).toList()));
        } else {
            print(entries, out);
        }
        out.flush();
        return problems(entries) == 0 ? ExitCodes.OK : ExitCodes.PROBLEMS;
    }

    /** The diagnoses as programs read them; the state is fine, problem or skipped. */
    private record Report(long problems, List<Line> checks) {}

    private record Line(String check, String state, String what, Optional<String> why, Optional<String> remedy) {
        static Line of(Entry entry) {
            var diagnosis = entry.diagnosis();
            if (diagnosis instanceof Finding finding) {
                return new Line(
                        entry.subject(),
                        "problem",
                        finding.what(),
                        Optional.of(finding.why()),
                        Optional.of(finding.remedy()));
            }
            String state = diagnosis instanceof Fine ? "fine" : "skipped";
            return new Line(entry.subject(), state, diagnosis.what(), Optional.empty(), Optional.empty());
        }
    }

    private void print(List<Entry> entries, PrintWriter out) {
        for (var entry : entries) {
            var diagnosis = entry.diagnosis();
            out.println("%s %-13s %s".formatted(mark(entry), entry.subject(), diagnosis.what()));
            if (diagnosis instanceof Finding finding) {
                out.println("     " + terminal.paint(Ink.DIM, "why           ") + finding.why());
                out.println("     " + terminal.paint(Ink.DIM, "do            ") + finding.remedy());
            }
        }
        long problems = problems(entries);
        out.println();
        out.println(
                problems == 0
                        ? terminal.paint(Ink.GREEN, "No problem found.")
                        : terminal.paint(Ink.RED, problems == 1 ? "1 problem found." : problems + " problems found."));
    }

    private String mark(Entry entry) {
        if (entry.diagnosis() instanceof Finding) {
            return terminal.paint(Ink.RED, "bad ");
        }
        return entry.diagnosis() instanceof Fine
                ? terminal.paint(Ink.GREEN, "ok  ")
                : terminal.paint(Ink.YELLOW, "skip");
    }

    private static long problems(List<Entry> entries) {
        return entries.stream()
                .filter(entry -> entry.diagnosis() instanceof Finding)
                .count();
    }
}

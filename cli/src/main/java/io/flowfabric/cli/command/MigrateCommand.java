package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.option.StoreOption;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.store.StoreMigrations.Step;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ff migrate}. */
@Command(
        name = "migrate",
        header = "Show, apply or print the migrations of a store.",
        description = "ff brings a store up to date when it opens it. This command is for administrators"
                + " who want to see the migrations first, or run the SQL by hand.",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  ff migrate --show",
            "  ff migrate --apply --store sqlite:app.db",
            "  ff migrate --print > schema.sql"
        })
final class MigrateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @ArgGroup(multiplicity = "1")
    private Mode mode;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** Exactly one of the three. */
    static final class Mode {
        @Option(names = "--show", description = "List the migrations; changes nothing.")
        private boolean show;

        @Option(names = "--apply", description = "Apply what is missing.")
        private boolean apply;

        @Option(
                names = "--print",
                description = "Print every migration as SQL that can be run by hand; changes nothing.")
        private boolean print;
    }

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        var migrations = store.storeAddress().migrations();
        if (mode.print) {
            print(out, migrations.print());
        } else if (mode.show) {
            print(out, migrations.show(), "There are no migrations.");
        } else {
            print(out, migrations.apply(), "The store is up to date.");
        }
        out.flush();
        return ExitCodes.OK;
    }

    private void print(PrintWriter out, String sql) {
        if (json) {
            Output.json(out, sql);
        } else {
            out.println(sql.stripTrailing());
        }
    }

    private void print(PrintWriter out, List<Step> steps, String none) {
        if (json) {
            Output.json(out, steps);
        } else if (steps.isEmpty()) {
            out.println(none);
        } else {
            var table =
                    Table.headed("VERSION", "NAME", "STATE", "OLDER PROGRAMS").numeric(0);
            for (var step : steps) {
                table.row(
                        Integer.toString(step.version()),
                        step.name(),
                        step.applied() ? "applied" : "pending",
                        step.backwardCompatible() ? "can run beside it" : "must be stopped");
            }
            table.print(out);
        }
    }
}

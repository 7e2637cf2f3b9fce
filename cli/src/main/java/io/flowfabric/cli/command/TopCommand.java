package io.flowfabric.cli.command;

import io.flowfabric.cli.console.LiveScreen;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.option.WatchOption;
import io.flowfabric.cli.rendering.CompletionRates;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.rendering.TopScreen;
import io.flowfabric.cli.rendering.TopSnapshot;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Engine;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ff top}. */
@Command(
        name = "top",
        header = "Watch lanes, rates, workers and leases.",
        description =
                "On a terminal it refreshes until interrupted; elsewhere, or with --once, it prints one snapshot, with"
                        + " rates over the time of --every. Counts end at 1000.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  ff top", "  ff top --every 5s", "  ff top --once --json"})
final class TopCommand extends EngineCommand {
    private final Terminal terminal;

    @Option(names = "--once", description = "Print one snapshot.")
    private boolean once;

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "How long to wait between two snapshots. Otherwise 1s.")
    private Duration every;

    TopCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    void check() {
        WatchOption.check(every).ifPresent(problem -> {
            throw refused(problem);
        });
    }

    @Override
    int run(Engine engine) {
        var rates = new CompletionRates(engine);
        var shown = once || isJson() ? Terminal.PLAIN : terminal;
        var pause = LiveScreen.every(every.toMillis());
        if (!shown.isLive()) {
            // Rates need two snapshots: a single one has to wait for the second.
            pause.getAsBoolean();
        }
        if (isJson()) {
            Output.json(out(), TopSnapshot.at(engine, rates));
            return ExitCodes.OK;
        }
        new LiveScreen(out(), shown, pause)
                .show(frame -> new TopScreen(terminal).print(TopSnapshot.at(engine, rates), store().address(), frame));
        return ExitCodes.OK;
    }
}

package io.flowfabric.cli;

import io.flowfabric.cli.console.LiveScreen;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.engine.Engine;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ff top}. */
@Command(
        name = "top",
        header = "Watch lanes, rates, workers and leases.",
        description =
                "On a terminal it refreshes until interrupted; elsewhere, or with --once, it prints one look, with"
                        + " rates over the time of --every. Counts end at 1000.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  ff top", "  ff top --every 5s", "  ff top --once --json"})
final class TopCommand extends EngineCommand {
    private final Terminal terminal;

    @Option(names = "--once", description = "Look once.")
    private boolean once;

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "How long to wait between two looks. Otherwise 1s.")
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
            // Who looks again and again has the time between two looks; a single look has to wait for its rates.
            pause.getAsBoolean();
        }
        if (isJson()) {
            Output.json(out(), TopLook.at(engine, rates));
            return ExitCodes.OK;
        }
        new LiveScreen(out(), shown, pause)
                .show(frame -> new TopScreen(terminal).print(TopLook.at(engine, rates), store().address(), frame));
        return ExitCodes.OK;
    }
}

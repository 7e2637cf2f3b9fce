package io.flowfabric.cli.option;

import io.flowfabric.cli.console.LiveScreen;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether to print once or to refresh. */
public final class WatchOption {
    @Option(names = "--watch", description = "On a terminal, refresh until interrupted.")
    private boolean watch;

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            defaultValue = "2s",
            description = "How long to wait between two queries. Otherwise 2s.")
    private Duration every;

    /** What is wrong with it. */
    public Optional<String> check() {
        return check(every);
    }

    /** What is wrong with a time between two queries. */
    public static Optional<String> check(Duration every) {
        return every.compareTo(LiveScreen.SHORTEST_PAUSE) < 0
                ? Optional.of("--every: \"%dms\" is too short; use %dms or more."
                        .formatted(every.toMillis(), LiveScreen.SHORTEST_PAUSE.toMillis()))
                : Optional.empty();
    }

    public boolean isOn() {
        return watch;
    }

    public LiveScreen screen(PrintWriter out, Terminal terminal) {
        return new LiveScreen(out, watch ? terminal : Terminal.PLAIN, LiveScreen.every(every.toMillis()));
    }
}

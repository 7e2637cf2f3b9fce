package io.flowfabric.bench;

import io.flowfabric.cli.command.BenchSource;
import io.flowfabric.cli.console.Terminal;

/** Gives the command line this module's command. */
public final class BenchCommandSource implements BenchSource {
    @Override
    public Object command(Terminal terminal) {
        return new BenchCommand(terminal);
    }
}

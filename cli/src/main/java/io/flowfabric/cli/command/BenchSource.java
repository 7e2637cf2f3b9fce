package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Terminal;

/**
 * Brings the command {@code ff bench}, whose module depends on this one. Found by {@link java.util.ServiceLoader}; without
 * it the command only says where it is to be had.
 */
public interface BenchSource {
    /** The command, as picocli understands it: an annotated object that is a {@code Callable} of its exit code. */
    Object command(Terminal terminal);
}

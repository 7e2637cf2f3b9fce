/**
 * The {@code ff} command: one small class per subcommand. A command reads its options, asks the engine and prints; what
 * is printed to standard output can be piped, everything else goes to standard error.
 *
 * <p>Options are converted to values of the model while they are parsed, so that a malformed one is refused before a
 * store is opened. {@link io.flowfabric.cli.support.ErrorReporter} turns every failure into one line and an exit code.
 */
@NullMarked
package io.flowfabric.cli;

import org.jspecify.annotations.NullMarked;

/** The commands of {@code ff}, one class each. */
@NullMarked
package io.flowfabric.cli.command;

import org.jspecify.annotations.NullMarked;

/** Writing for people: what the terminal can do, tables, a line that changes in place, and durations in words. */
@NullMarked
package io.flowfabric.cli.console;

import org.jspecify.annotations.NullMarked;

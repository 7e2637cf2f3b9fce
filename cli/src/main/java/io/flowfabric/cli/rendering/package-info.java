/** What commands print: executions, attempts, events, tables and screens. */
@NullMarked
package io.flowfabric.cli.rendering;

import org.jspecify.annotations.NullMarked;

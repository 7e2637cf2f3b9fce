/** Questions to an engine that several commands ask. */
@NullMarked
package io.flowfabric.cli.query;

import org.jspecify.annotations.NullMarked;

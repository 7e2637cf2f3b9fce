/** Questions to an engine that several commands ask. */
@NullMarked
package io.flowfabric.cli.looks;

import org.jspecify.annotations.NullMarked;

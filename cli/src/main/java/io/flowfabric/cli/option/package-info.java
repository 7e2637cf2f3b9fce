/** Options that several commands share, and how their texts become values. */
@NullMarked
package io.flowfabric.cli.option;

import org.jspecify.annotations.NullMarked;

/** Tags: names and values that callers attach to executions and flows, and by which they find them again. */
@NullMarked
package io.flowfabric.model.tag;

import org.jspecify.annotations.NullMarked;

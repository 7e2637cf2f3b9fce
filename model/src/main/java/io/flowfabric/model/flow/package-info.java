/** Flows: identifiers and the status of a flow. The records of this family come with chapter 03. */
@NullMarked
package io.flowfabric.model.flow;

import org.jspecify.annotations.NullMarked;

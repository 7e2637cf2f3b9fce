/**
 * The state of an execution: six dimensions, the combinations of them that may exist, and the public label derived
 * from them. {@link io.flowfabric.model.state.VectorRow} is the table of legal vectors.
 */
@NullMarked
package io.flowfabric.model.state;

import org.jspecify.annotations.NullMarked;

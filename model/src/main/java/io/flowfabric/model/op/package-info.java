/**
 * Arguments and outcomes of the engine's operations, one record per operation, in the shape in which every surface sees
 * them. Constructing an argument checks its form; whether the operation is allowed is for the rules to say.
 */
@NullMarked
package io.flowfabric.model.op;

import org.jspecify.annotations.NullMarked;

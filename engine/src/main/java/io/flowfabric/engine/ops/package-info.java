/**
 * The operations, one class per family: each loads what its rule needs, lets the rule decide, and stores the decision,
 * all in one transaction. No rule and no SQL lives here.
 */
@NullMarked
package io.flowfabric.engine.ops;

import org.jspecify.annotations.NullMarked;

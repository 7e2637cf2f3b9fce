/**
 * The operations, one class per family: each names the records that its rule needs, lets the rule decide, and stores
 * the decision, all in one transaction. No rule and no SQL lives here.
 *
 * <p>{@link io.flowfabric.engine.command} explains how calls become transactions, {@link io.flowfabric.engine.waiting}
 * how calls wait for something to happen. {@link io.flowfabric.engine.ops.LocalEngine} puts the families together.
 */
@NullMarked
package io.flowfabric.engine.ops;

import org.jspecify.annotations.NullMarked;

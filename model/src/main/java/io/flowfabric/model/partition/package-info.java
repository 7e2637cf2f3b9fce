/**
 * Where a record lives. Every execution, flow, budget and quota policy belongs to one of a fixed number of
 * partitions; the number of an execution's partition is part of its id, so that finding it needs neither a
 * hash nor the configuration it was created under.
 */
@NullMarked
package io.flowfabric.model.partition;

import org.jspecify.annotations.NullMarked;

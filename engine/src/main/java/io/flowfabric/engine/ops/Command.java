package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Calls.RuleOnExisting;
import io.flowfabric.model.id.ExecutionId;

/** What is to be decided about one execution that must exist. */
record Command<R>(ExecutionId id, long weight, RuleOnExisting<R> rule) implements Weighed {}

package io.flowfabric.engine.store.read;

import io.flowfabric.model.op.Payload;
import io.flowfabric.model.tag.Tags;

/** The wide parts of an execution that no rule reads. */
public record ExecutionContent(String executionKind, String creatorIdentity, Payload input, Tags tags) {}

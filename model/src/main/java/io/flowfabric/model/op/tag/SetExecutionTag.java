package io.flowfabric.model.op.tag;

import io.flowfabric.model.id.ExecutionId;

/** Arguments of {@code set_execution_tag}; the key must obey {@link io.flowfabric.model.tag.TagKey}. */
public record SetExecutionTag(ExecutionId executionId, String key, String value) {}

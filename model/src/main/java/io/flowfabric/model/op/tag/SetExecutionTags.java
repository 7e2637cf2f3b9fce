package io.flowfabric.model.op.tag;

import io.flowfabric.model.id.ExecutionId;
import java.util.Map;

/** Arguments of {@code set_execution_tags}: at least one tag; all of them are set, or none. */
public record SetExecutionTags(ExecutionId executionId, Map<String, String> tags) {
    public SetExecutionTags {
        tags = Map.copyOf(tags);
    }
}

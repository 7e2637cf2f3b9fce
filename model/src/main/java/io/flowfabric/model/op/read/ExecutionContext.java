package io.flowfabric.model.op.read;

import io.flowfabric.model.op.Payload;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a worker needs to run an execution.
 *
 * @param inputPayload empty when it was submitted without one
 * @param tags its tags, in the order of their keys
 */
public record ExecutionContext(Payload inputPayload, String executionKind, Map<String, String> tags) {
    public ExecutionContext {
        tags = Collections.unmodifiableMap(new TreeMap<>(tags));
    }
}

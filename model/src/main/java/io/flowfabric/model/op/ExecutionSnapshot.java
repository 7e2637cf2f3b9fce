package io.flowfabric.model.op;

import io.flowfabric.model.execution.Execution;
import java.util.Map;

/** What {@code describe_execution} answers: the record, what it was submitted as, and its tags. */
public record ExecutionSnapshot(Execution execution, String executionKind, Map<String, String> tags) {}

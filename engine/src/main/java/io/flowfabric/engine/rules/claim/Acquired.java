package io.flowfabric.engine.rules.claim;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.handle.HandleKind;

/** An execution under its new lease, and by which path it was acquired. */
public record Acquired(HandleKind kind, Execution execution) {}

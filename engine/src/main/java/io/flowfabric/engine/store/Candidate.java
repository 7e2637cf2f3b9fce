package io.flowfabric.engine.store;

import io.flowfabric.engine.rules.Loaded;

/** An execution that may be claimed, with what its worker will need to run it. */
public record Candidate(Loaded loaded, ExecutionContent content) {}

package io.flowfabric.model.json;

import io.flowfabric.model.ExternallyTagged;

/** Marks the sealed interface of all answers that one operation gives. */
public interface Outcome extends ExternallyTagged {}

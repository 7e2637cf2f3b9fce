package io.flowfabric.model.op;

import io.flowfabric.model.json.Outcome;

/** The answer of an operation that has nothing to say but that it is done. */
public record Ok() implements Outcome {
    public static final Ok OK = new Ok();
}

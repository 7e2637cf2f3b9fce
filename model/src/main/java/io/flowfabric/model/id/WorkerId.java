package io.flowfabric.model.id;

import io.flowfabric.model.internal.id.Identifier;

/**
 * Names a pool of workers; stable over restarts.
 *
 * @param value 1 to 256 bytes of UTF-8 without white space and control characters
 */
public record WorkerId(String value) {

    /** Fails with {@code invalid_input} naming {@code worker_id} if the value breaks that rule. */
    public WorkerId {
        Identifier.require("worker_id", value);
    }

    /** The name. */
    @Override
    public String toString() {
        return value;
    }
}

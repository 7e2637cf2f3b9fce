package io.flowfabric.model.id;

import io.flowfabric.model.internal.id.Identifier;

/**
 * Names one running process of a worker; a restart brings a new one.
 *
 * @param value 1 to 256 bytes of UTF-8 without white space and control characters
 */
public record WorkerInstanceId(String value) {

    /** Fails with {@code invalid_input} naming {@code worker_instance_id} if the value breaks that rule. */
    public WorkerInstanceId {
        Identifier.require("worker_instance_id", value);
    }

    /** The name. */
    @Override
    public String toString() {
        return value;
    }
}

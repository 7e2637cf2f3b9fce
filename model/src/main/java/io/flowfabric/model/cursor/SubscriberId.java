package io.flowfabric.model.cursor;

import io.flowfabric.model.internal.id.Identifier;

/**
 * Names one running subscriber; a restart brings a new one.
 *
 * @param value 1 to 256 bytes of UTF-8 without white space and control characters
 */
public record SubscriberId(String value) {

    /** Fails with {@code invalid_input} naming {@code subscriber_id} if the value breaks that rule. */
    public SubscriberId {
        Identifier.require("subscriber_id", value);
    }

    /** The name. */
    @Override
    public String toString() {
        return value;
    }
}

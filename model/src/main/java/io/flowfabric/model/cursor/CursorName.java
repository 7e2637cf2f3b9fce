package io.flowfabric.model.cursor;

import io.flowfabric.model.internal.id.Identifier;

/**
 * Names a durable cursor of a namespace, and thereby the subscription that keeps its place in it.
 *
 * @param value 1 to 256 bytes of UTF-8 without white space and control characters
 */
public record CursorName(String value) {

    /** Fails with {@code invalid_input} naming {@code cursor_name} if the value breaks that rule. */
    public CursorName {
        Identifier.require("cursor_name", value);
    }

    /** The name. */
    @Override
    public String toString() {
        return value;
    }
}

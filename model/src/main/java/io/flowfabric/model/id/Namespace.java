package io.flowfabric.model.id;

import io.flowfabric.model.internal.id.Identifier;

/**
 * The tenant that executions, flows and workers belong to.
 *
 * @param value 1 to 256 bytes of UTF-8 without white space and control characters
 */
public record Namespace(String value) {

    /** Fails with {@code invalid_input} naming {@code namespace} if the value breaks that rule. */
    public Namespace {
        Identifier.require("namespace", value);
    }

    /** The name. */
    @Override
    public String toString() {
        return value;
    }
}

package io.flowfabric.model.flow;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names a flow. Carries no partition; the flow's partition is a hash of it.
 *
 * @param value any UUID, of any version
 */
public record FlowId(UUID value) {

    /** Takes any UUID. */
    public FlowId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static FlowId parse(String text) {
        return new FlowId(UuidText.require("flow_id", text));
    }

    /** A new random id. */
    public static FlowId mint() {
        return new FlowId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

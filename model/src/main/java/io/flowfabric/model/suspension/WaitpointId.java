package io.flowfabric.model.suspension;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names a waitpoint.
 *
 * @param value any UUID, of any version
 */
public record WaitpointId(UUID value) {

    /** Takes any UUID. */
    public WaitpointId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static WaitpointId parse(String text) {
        return new WaitpointId(UuidText.require("waitpoint_id", text));
    }

    /** A new random id. */
    public static WaitpointId mint() {
        return new WaitpointId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

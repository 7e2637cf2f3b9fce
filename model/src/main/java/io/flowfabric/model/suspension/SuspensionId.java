package io.flowfabric.model.suspension;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names one suspension of an execution.
 *
 * @param value any UUID, of any version
 */
public record SuspensionId(UUID value) {

    /** Takes any UUID. */
    public SuspensionId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static SuspensionId parse(String text) {
        return new SuspensionId(UuidText.require("suspension_id", text));
    }

    /** A new random id. */
    public static SuspensionId mint() {
        return new SuspensionId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

package io.flowfabric.model.suspension;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names one signal sent to a waitpoint.
 *
 * @param value any UUID, of any version
 */
public record SignalId(UUID value) {

    /** Takes any UUID. */
    public SignalId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static SignalId parse(String text) {
        return new SignalId(UuidText.require("signal_id", text));
    }

    /** A new random id. */
    public static SignalId mint() {
        return new SignalId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

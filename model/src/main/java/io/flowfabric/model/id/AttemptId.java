package io.flowfabric.model.id;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names one attempt of an execution; suspending and resuming the attempt keep it.
 *
 * @param value any UUID, of any version
 */
public record AttemptId(UUID value) {

    /** Takes any UUID. */
    public AttemptId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static AttemptId parse(String text) {
        return new AttemptId(UuidText.require("attempt_id", text));
    }

    /** A new random id. */
    public static AttemptId mint() {
        return new AttemptId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

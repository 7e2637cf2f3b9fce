package io.flowfabric.model.id;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names one acquisition of a lease; renewals keep it, every claim and reclaim brings a new one.
 *
 * @param value any UUID, of any version
 */
public record LeaseId(UUID value) {

    /** Takes any UUID. */
    public LeaseId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static LeaseId parse(String text) {
        return new LeaseId(UuidText.require("lease_id", text));
    }

    /** A new random id. */
    public static LeaseId mint() {
        return new LeaseId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

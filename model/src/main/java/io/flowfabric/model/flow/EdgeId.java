package io.flowfabric.model.flow;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names a dependency edge of a flow.
 *
 * @param value any UUID, of any version
 */
public record EdgeId(UUID value) {

    /** Takes any UUID. */
    public EdgeId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static EdgeId parse(String text) {
        return new EdgeId(UuidText.require("edge_id", text));
    }

    /** A new random id. */
    public static EdgeId mint() {
        return new EdgeId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

package io.flowfabric.model.suspension;

import java.util.Objects;

/**
 * The name by which a resume condition refers to a waitpoint.
 *
 * @param value any text, opaque to the engine
 */
public record WaitpointKey(String value) {

    /** Takes any text. */
    public WaitpointKey {
        Objects.requireNonNull(value, "value");
    }

    /** The key of a waitpoint that was given none: {@code wpk:} and its id. */
    public static WaitpointKey defaultFor(WaitpointId waitpoint) {
        return new WaitpointKey("wpk:" + waitpoint);
    }

    /** The key. */
    @Override
    public String toString() {
        return value;
    }
}

package io.flowfabric.wire;

import io.flowfabric.model.handle.Handle;

/** Handles as text. Whoever has the store seals them; a client of a server carries what it was given. */
public sealed interface HandleText permits HandleSeal, CarriedHandles {
    /** The texts of a server, in the hands of its client: they are not examined, and passed on as they were given. */
    static HandleText carried() {
        return new CarriedHandles();
    }

    /** The text of a handle. */
    String write(Handle handle);

    /**
     * The handle of a text.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code corruption} if it is no text of a handle
     */
    Handle read(String text);
}

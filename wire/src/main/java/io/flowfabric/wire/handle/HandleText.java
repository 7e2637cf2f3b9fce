package io.flowfabric.wire.handle;

import io.flowfabric.model.handle.Handle;

/**
 * Handles as text. Processes with access to the store seal them; a client of a server passes on the text it was given.
 */
public sealed interface HandleText permits HandleSeal, CarriedHandles {
    /** For clients: the texts of a server are passed on unchanged, and not verified. */
    static HandleText carried() {
        return new CarriedHandles();
    }

    /** The text of a handle. */
    String write(Handle handle);

    /**
     * The handle of a text.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code corruption} if it is not the text of a handle
     */
    Handle read(String text);
}

package io.flowfabric.wire;

import io.flowfabric.model.handle.Handle;

/** Handles as text. A server seals them; a client carries what it was given. */
interface HandleText {
    /** The text of a handle. */
    String write(Handle handle);

    /**
     * The handle of a text.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code corruption} if it is no text of a handle
     */
    Handle read(String text);
}

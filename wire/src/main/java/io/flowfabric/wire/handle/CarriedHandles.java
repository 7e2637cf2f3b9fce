package io.flowfabric.wire.handle;

import io.flowfabric.model.handle.Handle;

/** Handles of a client: it keeps the seal of the server, and sends it with the handle. */
public final class CarriedHandles implements HandleText {
    @Override
    public String write(Handle handle) {
        return new SealedBytes(handle, handle.seal()).text();
    }

    @Override
    public Handle read(String text) {
        return SealedBytes.parse(text).carried();
    }
}

package io.flowfabric.wire;

import io.flowfabric.model.handle.Handle;

/** Handles in the hands of a client: it keeps the seal that the server made, and shows it with the handle. */
final class CarriedHandles implements HandleText {
    @Override
    public String write(Handle handle) {
        return new SealedBytes(handle, handle.seal()).text();
    }

    @Override
    public Handle read(String text) {
        return SealedBytes.parse(text).carried();
    }
}

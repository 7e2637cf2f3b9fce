package io.flowfabric.sdk.internal;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.sdk.payload.PayloadException;

/**
 * The payload of a task cannot be read as the type its handler asked for; distinct from other failures of a handler.
 */
public final class UndecodablePayload extends ValidationException {
    private static final long serialVersionUID = 1L;

    public UndecodablePayload(PayloadException unreadable) {
        super(unreadable.error());
        for (Throwable thrown : unreadable.getSuppressed()) {
            addSuppressed(thrown);
        }
    }
}

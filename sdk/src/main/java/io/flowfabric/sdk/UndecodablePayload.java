package io.flowfabric.sdk;

import io.flowfabric.model.error.ValidationException;

/** The payload of a task is not of the type its handler asked for; told apart from whatever else a handler meets. */
final class UndecodablePayload extends ValidationException {
    private static final long serialVersionUID = 1L;

    UndecodablePayload(PayloadException unreadable) {
        super(unreadable.error());
        for (Throwable thrown : unreadable.getSuppressed()) {
            addSuppressed(thrown);
        }
    }
}

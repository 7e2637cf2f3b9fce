package io.flowfabric.model.id;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;

/**
 * The name under which a caller may repeat a request without its taking effect twice.
 *
 * @param value any text of at most 1024 bytes of UTF-8; empty means that repeats are not recognised
 */
public record IdempotencyKey(String value) {

    /** No key: every request is a new one. */
    public static final IdempotencyKey NONE = new IdempotencyKey("");

    private static final int MAX_BYTES = 1024;

    /** Fails with {@code invalid_input} if the key is too long. */
    public IdempotencyKey {
        int length = Texts.utf8Length(value);
        if (length > MAX_BYTES) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "idempotency_key: has " + length + " bytes, more than " + MAX_BYTES,
                            "\"" + Texts.shown(value) + "\" was given; use a hash of it.")
                    .toException();
        }
    }

    /** Whether repeats are recognised. */
    public boolean isPresent() {
        return !value.isEmpty();
    }

    /** The key. */
    @Override
    public String toString() {
        return value;
    }
}

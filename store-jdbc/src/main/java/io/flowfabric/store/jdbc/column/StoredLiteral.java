package io.flowfabric.store.jdbc.column;

import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;

/** Literals that come back from a database. */
public final class StoredLiteral {
    private StoredLiteral() {}

    /** Fails with {@code corruption} when the text is no literal of the type: a stored value is never guessed. */
    public static <E extends Enum<E> & Literal> E parse(Class<E> type, String column, String text) {
        return Literals.parse(type, text)
                .orElseThrow(() -> EngineError.of(
                                ErrorCode.CORRUPTION,
                                "%s: %s".formatted(column, text),
                                "No %s is spelled so; the row was written by a newer program, or damaged."
                                        .formatted(type.getSimpleName()))
                        .toException());
    }
}

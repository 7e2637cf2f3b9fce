package io.flowfabric.engine.catalogue;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What a caller must be allowed to do. {@code submit} and {@code work} include {@code read}, {@code admin} all. */
public enum Scope implements Literal {
    READ,
    SUBMIT,
    WORK,
    ADMIN;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}

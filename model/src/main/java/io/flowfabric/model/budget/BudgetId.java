package io.flowfabric.model.budget;

import io.flowfabric.model.internal.id.UuidText;
import java.util.Objects;
import java.util.UUID;

/**
 * Names a budget.
 *
 * @param value any UUID, of any version
 */
public record BudgetId(UUID value) {

    /** Takes any UUID. */
    public BudgetId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads an id in any spelling of a UUID: hyphenated, 32 digits, braced or URN, in any case.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it is none of these
     */
    public static BudgetId parse(String text) {
        return new BudgetId(UuidText.require("budget_id", text));
    }

    /** A new random id. */
    public static BudgetId mint() {
        return new BudgetId(UUID.randomUUID());
    }

    /** The canonical spelling: lower case, hyphenated. */
    @Override
    public String toString() {
        return value.toString();
    }
}

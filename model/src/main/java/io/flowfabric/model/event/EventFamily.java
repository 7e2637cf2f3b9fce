package io.flowfabric.model.event;

import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The families of the one outbox. */
public enum EventFamily implements Literal {
    LEASE,
    COMPLETION,
    SIGNAL,
    OPERATOR,
    WORKER,
    INSTANCE_TAG;

    private final String literal = name().toLowerCase(Locale.ROOT);

    /**
     * The family of a name.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if there is none
     */
    public static EventFamily parse(String name) {
        return Literals.parse(EventFamily.class, name)
                .orElseThrow(() -> EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "event_family: " + Texts.shown(name),
                                "Use any of %s.".formatted(String.join(", ", names())))
                        .toException());
    }

    /** The names of all of them. */
    public static List<String> names() {
        return Arrays.stream(values()).map(EventFamily::literal).toList();
    }

    @Override
    public String literal() {
        return literal;
    }
}

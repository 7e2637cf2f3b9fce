package io.flowfabric.model.suspension;

import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import java.util.Locale;
import java.util.Optional;

/** What happens to an execution whose suspension lasts too long. */
public enum TimeoutBehavior implements Literal {
    /** It fails. */
    FAIL,
    /** It is cancelled. */
    CANCEL,
    /** It expires. */
    EXPIRE,
    /** It goes on, and is told so by a signal. */
    AUTO_RESUME_WITH_TIMEOUT_SIGNAL,
    /** It stays suspended, for an operator to look at. */
    ESCALATE;

    private final String literal = name().toLowerCase(Locale.ROOT);

    /** The behaviour with this literal; {@code auto_resume} is short for the fourth. */
    public static Optional<TimeoutBehavior> ofLiteral(String literal) {
        return literal.equals("auto_resume")
                ? Optional.of(AUTO_RESUME_WITH_TIMEOUT_SIGNAL)
                : Literals.parse(TimeoutBehavior.class, literal);
    }

    @Override
    public String literal() {
        return literal;
    }
}

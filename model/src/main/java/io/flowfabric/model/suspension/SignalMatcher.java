package io.flowfabric.model.suspension;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.flowfabric.model.ExternallyTagged;

/** Which signals a condition takes. */
public sealed interface SignalMatcher extends ExternallyTagged {

    /** Whether a signal of this name is taken. */
    boolean matches(String signalName);

    /**
     * Signals of exactly this name.
     *
     * @param name case-sensitive; an empty one is refused by {@link ResumeCondition#structuralError()}
     */
    record ByName(@JsonValue String name) implements SignalMatcher {

        /** Takes any text. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public ByName {}

        @Override
        public boolean matches(String signalName) {
            return name.equals(signalName);
        }
    }

    /** Every signal. */
    record Wildcard() implements SignalMatcher {

        @Override
        public boolean matches(String signalName) {
            return true;
        }
    }
}

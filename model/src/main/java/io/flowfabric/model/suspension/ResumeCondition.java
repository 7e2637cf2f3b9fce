package io.flowfabric.model.suspension;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.flowfabric.model.ExternallyTagged;
import io.flowfabric.model.error.EngineError;
import java.util.Optional;

/**
 * What a suspended execution waits for. A condition may be built in any shape; {@link #structuralError()} tells
 * whether it makes sense, so that a caller can report that in the order its operation prescribes.
 */
public sealed interface ResumeCondition extends ExternallyTagged {

    /** How deep composites may nest. */
    int MAX_DEPTH = 4;

    /**
     * What is wrong with the shape of this condition, found depth-first: an {@code invalid_input} whose detail names
     * the problem and its path, or empty. Never looks deeper than {@link #MAX_DEPTH} composites.
     */
    default Optional<EngineError> structuralError() {
        return ConditionStructure.check(this);
    }

    /**
     * One matching signal on one waitpoint.
     *
     * @param waitpointKey the waitpoint
     * @param matcher which signals count
     */
    record Single(WaitpointKey waitpointKey, SignalMatcher matcher) implements ResumeCondition {}

    /** No signal; only an operator resumes it. */
    record OperatorOnly() implements ResumeCondition {}

    /** No signal; only its timeout ends it. */
    record TimeoutOnly() implements ResumeCondition {}

    /**
     * A combination of conditions.
     *
     * @param combination how they are combined
     */
    record Composite(@JsonValue Combination combination) implements ResumeCondition {

        /** Takes any combination. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public Composite {}
    }
}

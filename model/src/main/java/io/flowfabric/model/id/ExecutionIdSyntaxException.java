package io.flowfabric.model.id;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;

/** A text that is not an execution id in canonical spelling; code {@code invalid_input}. */
public final class ExecutionIdSyntaxException extends ValidationException {

    private static final long serialVersionUID = 1L;

    private final Problem problem;

    /** What is wrong with the text. */
    public enum Problem {
        /** There is no <code>{fp:…}:</code> in front. */
        MISSING_TAG(
                "MissingTag", "An execution id starts with its partition, as in {fp:7}:<uuid>; a bare UUID is none."),
        /** The partition is not a canonical unsigned 16-bit number. */
        INVALID_PARTITION_INDEX(
                "InvalidPartitionIndex",
                "The partition must be a valid u16, 0 to 65535, without sign or leading zero."),
        /** The part behind the tag is not a UUID in canonical spelling. */
        INVALID_UUID("InvalidUuid", "The part behind the partition must be a valid UUID, lower case and hyphenated.");

        private final String kind;
        private final String expectation;

        Problem(String kind, String expectation) {
            this.kind = kind;
            this.expectation = expectation;
        }
    }

    ExecutionIdSyntaxException(Problem problem, String offending) {
        super(EngineError.of(
                ErrorCode.INVALID_INPUT,
                "execution_id: " + problem.kind + "(" + Texts.shown(offending) + ")",
                problem.expectation));
        this.problem = problem;
    }

    /** What is wrong with the text. */
    public Problem problem() {
        return problem;
    }
}

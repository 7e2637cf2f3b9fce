package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Optional;

/** What the model makes of the calls of one operation. */
interface OperationModel<A, R> {
    /**
     * The answer that a call should get. Fails with the refusal that it should get.
     *
     * @param actual what the engine answered, for what it chose freely
     */
    R answer(A arguments, Answer<R> actual);

    /** Throws a refusal, if it is one. */
    static void require(Optional<EngineError> refusal) {
        if (refusal.isPresent()) {
            throw refusal.get().toException();
        }
    }

    /** The refusal of an argument that no rule reads. */
    static EngineException invalid(String detail) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, "").toException();
    }
}

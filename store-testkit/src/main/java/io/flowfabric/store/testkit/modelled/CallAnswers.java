package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.BatchItem;
import java.util.List;

/** What callers are told. */
final class CallAnswers {
    private CallAnswers() {}

    /** Carries a call out; a refusal is a value here. */
    static <A, R> Answer<R> by(Engine engine, Call<A, R> call) {
        try {
            return new Answer.Given<>(engine.call(call.operation(), call.arguments()));
        } catch (EngineException refused) {
            return new Answer.Refused<>(refused.error());
        }
    }

    /** An answer without the sentences for people, which promise nothing to programs. */
    static Object facts(Answer<?> answer) {
        if (answer instanceof Answer.Refused<?> refused) {
            return facts(refused.error());
        }
        Object result = ((Answer.Given<?>) answer).result();
        return result instanceof List<?> items
                ? items.stream().map(CallAnswers::facts).toList()
                : result;
    }

    private static Object facts(Object item) {
        return item instanceof BatchItem.Refused<?> refused ? facts(refused.error()) : item;
    }

    private static EngineError facts(EngineError error) {
        return new EngineError(error.code(), error.detail(), error.details(), "");
    }
}

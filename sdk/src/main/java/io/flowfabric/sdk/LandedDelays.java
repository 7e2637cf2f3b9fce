package io.flowfabric.sdk;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.ErrorKind;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.Ok;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Makes repeating a {@code delay} as safe as repeating any other outcome. The engine recognises the others; a repeated delay
 * it refuses, because nobody holds the execution any longer, and by that tells that the first one landed. Safe for use by
 * any thread.
 */
final class LandedDelays implements Engine {
    /** What is told who no longer holds an execution, be it that nobody does, or somebody else. */
    private static final Set<ErrorCode> GIVEN_UP = EnumSet.of(ErrorCode.EXECUTION_NOT_ACTIVE, ErrorCode.STALE_LEASE);

    private static final Set<ErrorKind> WITHOUT_ANSWER = EnumSet.of(ErrorKind.TRANSPORT, ErrorKind.TIMEOUT);

    private final Engine next;

    /** For as long as somebody has the request in hand, and may repeat it. */
    private final Set<DelayRequest> unanswered =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    LandedDelays(Engine next) {
        this.next = next;
    }

    @Override
    @SuppressWarnings("unchecked") // what a delay is answered with is what this answers to it
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return operation == Catalogue.DELAY ? (R) delay((DelayRequest) arguments) : next.call(operation, arguments);
    }

    private Ok delay(DelayRequest request) {
        try {
            var answer = next.call(Catalogue.DELAY, request);
            unanswered.remove(request);
            return answer;
        } catch (EngineException failed) {
            if (GIVEN_UP.contains(failed.code()) && unanswered.remove(request)) {
                return Ok.OK;
            }
            if (WITHOUT_ANSWER.contains(failed.kind())) {
                unanswered.add(request);
            }
            throw failed;
        }
    }

    /** It belongs to whoever opened it. */
    @Override
    public void close() {}
}

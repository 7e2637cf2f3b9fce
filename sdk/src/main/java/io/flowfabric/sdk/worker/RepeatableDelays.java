package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.DelayRequest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Makes repeating a {@code delay} as safe as repeating any other outcome. The engine recognises other repeated
 * outcomes. A repeated delay is refused because the execution is no longer leased, which shows that the first one took
 * effect. Safe for use by any thread.
 */
final class RepeatableDelays implements Engine {
    /** The errors for a caller that no longer holds the execution, leased by another worker or not. */
    private static final Set<ErrorCode> GIVEN_UP = EnumSet.of(ErrorCode.EXECUTION_NOT_ACTIVE, ErrorCode.STALE_LEASE);

    private static final Set<ErrorKind> WITHOUT_ANSWER = EnumSet.of(ErrorKind.TRANSPORT, ErrorKind.TIMEOUT);

    private final Engine next;

    /** Weakly: for as long as the caller holds the request, and may repeat it. */
    private final Set<DelayRequest> unanswered =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    RepeatableDelays(Engine next) {
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

    /** The engine is closed by its owner. */
    @Override
    public void close() {}
}

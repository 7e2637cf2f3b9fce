package io.flowfabric.sdk.internal;

import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import java.util.List;
import org.slf4j.MDC;

/** The MDC entries of a handler's log lines. */
public final class LogContext {
    private static final String EXECUTION_ID = "execution_id";
    private static final String LANE = "lane";
    private static final String KIND = "kind";
    private static final String ATTEMPT = "attempt";
    private static final String WORKER = "worker";

    private LogContext() {}

    public static void enter(Claim claim, WorkerInstanceId worker) {
        MDC.put(EXECUTION_ID, claim.executionId().toString());
        MDC.put(LANE, claim.laneId().value());
        MDC.put(KIND, claim.executionKind());
        MDC.put(ATTEMPT, Integer.toString(claim.attemptIndex()));
        MDC.put(WORKER, worker.value());
    }

    public static void leave() {
        List.of(EXECUTION_ID, LANE, KIND, ATTEMPT, WORKER).forEach(MDC::remove);
    }
}

package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What an execution is waiting for. */
public enum BlockingReason implements Literal {
    NONE,
    WAITING_FOR_WORKER,
    WAITING_FOR_RETRY_BACKOFF,
    WAITING_FOR_RESUME_DELAY,
    WAITING_FOR_DELAY,
    WAITING_FOR_SIGNAL,
    WAITING_FOR_APPROVAL,
    WAITING_FOR_CALLBACK,
    WAITING_FOR_TOOL_RESULT,
    WAITING_FOR_CHILDREN,
    WAITING_FOR_BUDGET,
    WAITING_FOR_QUOTA,
    WAITING_FOR_CAPABLE_WORKER,
    WAITING_FOR_LOCALITY_MATCH,
    PAUSED_BY_OPERATOR,
    PAUSED_BY_POLICY,
    PAUSED_BY_FLOW_CANCEL;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}

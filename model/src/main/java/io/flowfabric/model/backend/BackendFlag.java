package io.flowfabric.model.backend;

import io.flowfabric.model.Literal;
import java.util.Locale;

/**
 * A part of the engine that a client written against FlowFabric may ask for, in the order of its report. The literal is
 * the constant's name in lower case.
 */
public enum BackendFlag implements Literal {
    CANCEL_EXECUTION,
    CHANGE_PRIORITY,
    REPLAY_EXECUTION,
    REVOKE_LEASE,
    READ_EXECUTION_STATE,
    READ_EXECUTION_INFO,
    GET_EXECUTION_RESULT,
    BUDGET_ADMIN,
    QUOTA_ADMIN,
    ROTATE_WAITPOINT_HMAC_SECRET_ALL,
    SEED_WAITPOINT_HMAC_SECRET,
    LIST_PENDING_WAITPOINTS,
    CANCEL_FLOW_HEADER,
    CANCEL_FLOW_WAIT_TIMEOUT,
    CANCEL_FLOW_WAIT_INDEFINITE,
    ACK_CANCEL_MEMBER,
    CLAIM_FOR_WORKER,
    ISSUE_RECLAIM_GRANT,
    PREPARE,
    SUBSCRIBE_LEASE_HISTORY,
    SUBSCRIBE_COMPLETION,
    SUBSCRIBE_SIGNAL_DELIVERY,
    SUBSCRIBE_INSTANCE_TAGS,
    STREAM_DURABLE_SUMMARY,
    STREAM_BEST_EFFORT_LIVE,
    REGISTER_WORKER,
    HEARTBEAT_WORKER,
    MARK_WORKER_DEAD,
    LIST_EXPIRED_LEASES,
    LIST_WORKERS,
    RELEASE_ADMISSION,
    READ_QUOTA_POLICY_LIMITS,
    BLOCK_EXECUTION_FOR_ADMISSION,
    READ_BUDGET_USAGE_AND_LIMITS;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}

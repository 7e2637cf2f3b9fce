package io.flowfabric.model.backend;

import io.flowfabric.model.Literal;
import java.util.List;
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
    BUDGET_ADMIN("create_budget", "reset_budget", "get_budget_status", "report_usage_admin"),
    QUOTA_ADMIN("create_quota_policy"),
    ROTATE_WAITPOINT_HMAC_SECRET_ALL,
    SEED_WAITPOINT_HMAC_SECRET,
    LIST_PENDING_WAITPOINTS,
    CANCEL_FLOW_HEADER,
    CANCEL_FLOW_WAIT_TIMEOUT("cancel_flow"),
    CANCEL_FLOW_WAIT_INDEFINITE("cancel_flow"),
    ACK_CANCEL_MEMBER,
    CLAIM_FOR_WORKER,
    ISSUE_RECLAIM_GRANT("issue_reclaim_grant", "reclaim_execution"),
    PREPARE,
    SUBSCRIBE_LEASE_HISTORY,
    SUBSCRIBE_COMPLETION,
    SUBSCRIBE_SIGNAL_DELIVERY,
    SUBSCRIBE_INSTANCE_TAGS,
    STREAM_DURABLE_SUMMARY("append_frame"),
    STREAM_BEST_EFFORT_LIVE("append_frame"),
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
    private final List<String> operations;

    /** @param operations those it stands for, unless it is the one of its own name */
    BackendFlag(String... operations) {
        this.operations = operations.length == 0 ? List.of(literal) : List.of(operations);
    }

    /** The operations that must be there for it to be true. */
    public List<String> operations() {
        return operations;
    }

    @Override
    public String literal() {
        return literal;
    }
}

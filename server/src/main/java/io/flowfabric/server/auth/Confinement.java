package io.flowfabric.server.auth;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How an operation is kept within the namespace of a bound key. */
enum Confinement {
    /** It names executions, by id or by handle: one that is not the key's own is one that nobody has. */
    OWN_EXECUTIONS,
    /** It takes a namespace: the key's is filled in, and another is refused. */
    OWN_NAMESPACE,
    /** It takes a namespace and tells or takes positions in the outbox, which are sealed. */
    OWN_EVENTS,
    /** It takes a namespace and brings executions in; an id that another namespace has is refused. */
    OWN_CREATIONS,
    /** What it tells belongs to nobody. */
    SHARED,
    /** It belongs to no namespace. */
    CLOSED;

    private static final Map<Operation<?, ?>, Confinement> FACTS = new HashMap<>();

    static {
        fact(OWN_CREATIONS, Catalogue.CREATE_EXECUTION, Catalogue.SUBMIT_BATCH);
        fact(
                OWN_EXECUTIONS,
                Catalogue.CANCEL_EXECUTION,
                Catalogue.AWAIT_RESULT,
                Catalogue.SET_EXECUTION_TAG,
                Catalogue.SET_EXECUTION_TAGS,
                Catalogue.GET_EXECUTION_TAG,
                Catalogue.ISSUE_CLAIM_GRANT,
                Catalogue.CLAIM_EXECUTION,
                Catalogue.CLAIM_RESUMED_EXECUTION,
                Catalogue.CLAIM_FROM_RESUME_GRANT,
                Catalogue.ISSUE_GRANT_AND_CLAIM,
                Catalogue.ISSUE_RECLAIM_GRANT,
                Catalogue.RECLAIM_EXECUTION,
                Catalogue.RENEW,
                Catalogue.PROGRESS,
                Catalogue.COMPLETE,
                Catalogue.FAIL,
                Catalogue.CANCEL,
                Catalogue.DELAY,
                Catalogue.WAIT_CHILDREN,
                Catalogue.RENEW_BATCH,
                Catalogue.COMPLETE_BATCH,
                Catalogue.RENEW_LEASE,
                Catalogue.COMPLETE_EXECUTION,
                Catalogue.FAIL_EXECUTION,
                Catalogue.CHANGE_PRIORITY,
                Catalogue.REPLAY_EXECUTION,
                Catalogue.REVOKE_LEASE,
                Catalogue.BLOCK_ROUTE,
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                Catalogue.DESCRIBE_EXECUTION,
                Catalogue.READ_EXECUTION_INFO,
                Catalogue.READ_EXECUTION_STATE,
                Catalogue.READ_EXECUTION_CONTEXT,
                Catalogue.READ_EXEC_CORE_FIELDS,
                Catalogue.READ_CURRENT_ATTEMPT_INDEX,
                Catalogue.READ_TOTAL_ATTEMPT_COUNT,
                Catalogue.GET_EXECUTION_NAMESPACE,
                Catalogue.RESOLVE_EXECUTION_FLOW_ID,
                Catalogue.GET_EXECUTION_RESULT,
                Catalogue.EXPLAIN_EXECUTION,
                Catalogue.LIST_ATTEMPTS);
        fact(
                OWN_NAMESPACE,
                Catalogue.CLAIM,
                Catalogue.CLAIM_FOR_WORKER,
                Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                Catalogue.LIST_EXECUTIONS,
                Catalogue.LIST_EXPIRED_LEASES,
                Catalogue.LIST_LANES,
                Catalogue.REGISTER_WORKER,
                Catalogue.HEARTBEAT_WORKER,
                Catalogue.MARK_WORKER_DEAD,
                Catalogue.LIST_WORKERS);
        fact(
                OWN_EVENTS,
                Catalogue.SUBSCRIBE_EVENTS,
                Catalogue.SUBSCRIBE_LEASE_HISTORY,
                Catalogue.SUBSCRIBE_COMPLETION,
                Catalogue.SUBSCRIBE_SIGNAL_DELIVERY,
                Catalogue.SUBSCRIBE_INSTANCE_TAGS,
                Catalogue.ACQUIRE_CURSOR,
                Catalogue.ADVANCE_CURSOR,
                Catalogue.RELEASE_CURSOR,
                Catalogue.LIST_CURSORS,
                Catalogue.DELETE_CURSOR);
        fact(SHARED, Catalogue.PING, Catalogue.BACKEND_LABEL, Catalogue.CAPABILITIES, Catalogue.SERVER_TIME_MS);
        fact(
                CLOSED,
                Catalogue.UNBLOCK_EXECUTION,
                Catalogue.MARK_LEASE_EXPIRED_IF_DUE,
                Catalogue.PROMOTE_DELAYED,
                Catalogue.EXPIRE_EXECUTION,
                Catalogue.TRIM_RETENTION,
                Catalogue.SWEEP_WORKERS,
                Catalogue.RECONCILE_EXECUTION_INDEX,
                Catalogue.PREPARE,
                Catalogue.SHUTDOWN_PREPARE);
    }

    /** The fact about an operation; one that nobody thought of is closed. */
    static Confinement of(Operation<?, ?> operation) {
        return FACTS.getOrDefault(operation, CLOSED);
    }

    /** Whether somebody thought of it. */
    static boolean isKnownOf(Operation<?, ?> operation) {
        return FACTS.containsKey(operation);
    }

    private static void fact(Confinement confinement, Operation<?, ?>... operations) {
        List.of(operations).forEach(operation -> FACTS.put(operation, confinement));
    }
}

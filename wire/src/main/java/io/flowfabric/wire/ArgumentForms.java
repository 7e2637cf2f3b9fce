package io.flowfabric.wire;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.op.ClaimTerms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The form of every operation whose arguments look otherwise outside than their record. */
final class ArgumentForms {
    private static final String LEASE_TTL = "30000";
    /** Everything that is handed out begins at once, and a revoke frees it at once. */
    private static final String PLAIN_TERMS =
            "{\"start_now\":%d,\"acknowledges_revoke\":false}".formatted(ClaimTerms.PLAIN.startNow());

    private static final String NO_WAIT = "0";

    private static final Map<Operation<?, ?>, ArgumentForm> FORMS = new HashMap<>();

    private static final Set<String> BYTES = new HashSet<>();

    private ArgumentForms() {}

    static {
        submissions();
        claims();
        leases();
        operators();
        reads();
        events();
        FORMS.values().forEach(form -> BYTES.addAll(form.bytesMembers()));
    }

    /** Whether a member of that name is bytes in the arguments of some operation. */
    static boolean isBytes(String outside) {
        return BYTES.contains(outside);
    }

    static ArgumentForm of(Operation<?, ?> operation) {
        return FORMS.getOrDefault(operation, ArgumentForm.PLAIN);
    }

    private static ArgumentForm form(Operation<?, ?> operation) {
        return FORMS.computeIfAbsent(operation, any -> new ArgumentForm());
    }

    private static void submissions() {
        form(Catalogue.CREATE_EXECUTION)
                .orElse("lane_id", "\"default\"")
                .orElse("input_payload", "[]")
                .orElse("priority", "0")
                .orElse("creator_identity", "\"\"")
                .orElse("tags", "{}")
                .orElse("policy", "\"\"")
                .emptyMeansAbsent("idempotency_key")
                .instruction("mint_for_flow")
                .payload("input", "input_payload", "payload_encoding")
                .looking("policy", Looks.POLICY);
        form(Catalogue.CANCEL_EXECUTION).orElse("source", "\"operator_override\"");
        form(Catalogue.AWAIT_RESULT).orElse("max_wait_ms", NO_WAIT);
    }

    private static void claims() {
        form(Catalogue.CLAIM)
                .list(Looks.LANES)
                .orElse("capabilities", "[]")
                .orElse("lease_ttl_ms", LEASE_TTL)
                .orElse("max_wait_ms", NO_WAIT)
                .orElse("limit", "1")
                .orElse("terms", PLAIN_TERMS)
                .orElse("only_kinds", "[]")
                .orElse("except_kinds", "[]");
        form(Catalogue.SCAN_ELIGIBLE_EXECUTIONS).orElse("limit", "100").looking("partition", Looks.PARTITION);
        form(Catalogue.ISSUE_CLAIM_GRANT).orElse("worker_capabilities", "[]");
        form(Catalogue.ISSUE_RECLAIM_GRANT).orElse("worker_capabilities", "[]");
        form(Catalogue.CLAIM_FOR_WORKER).orElse("worker_capabilities", "[]");
        form(Catalogue.CLAIM_EXECUTION).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.CLAIM_RESUMED_EXECUTION).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.CLAIM_FROM_RESUME_GRANT).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.RECLAIM_EXECUTION).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.REGISTER_WORKER).orElse("capabilities", "[]");
        form(Catalogue.MARK_WORKER_DEAD).orElse("reason", "\"\"");
        form(Catalogue.LIST_WORKERS).orElse("limit", "1000").looking("after", Looks.WORKER);
    }

    private static void leases() {
        form(Catalogue.RENEW).orElse("started", "false");
        form(Catalogue.RENEW_LEASE).askedForByTheEngine("fence");
        form(Catalogue.COMPLETE).payload("result", "payload", "payload_encoding");
        form(Catalogue.FAIL)
                .orElse("class", "\"transient\"")
                .named("message", "reason", Looks.REASON)
                .named("failure_class", "class");
        form(Catalogue.COMPLETE_EXECUTION)
                .orElse("source", "\"lease_holder\"")
                .payload("result", "result_payload", "result_encoding");
        form(Catalogue.FAIL_EXECUTION)
                .orElse("failure_category", "\"transient\"")
                .orElse("source", "\"lease_holder\"");
    }

    private static void operators() {
        form(Catalogue.REVOKE_LEASE).orElse("reason", "\"operator\"").emptyMeansAbsent("worker_instance_id");
        form(Catalogue.BLOCK_ROUTE)
                .orElse("reason_code", "\"waiting_for_capable_worker\"")
                .orElse("reason_detail", "\"\"");
        form(Catalogue.TRIM_RETENTION)
                .orElse("retention_ms", "86400000")
                .orElse("batch_size", "20")
                .orElse("filter", "{}")
                .looking("partition", Looks.PARTITION);
        form(Catalogue.RECONCILE_EXECUTION_INDEX)
                .orElse("lanes", "[]")
                .orElse("filter", "{}")
                .looking("partition", Looks.PARTITION);
        form(Catalogue.SHUTDOWN_PREPARE).orElse("grace_ms", "15000");
    }

    private static void reads() {
        form(Catalogue.LIST_EXECUTIONS)
                .orElse("limit", "50")
                .emptyMeansAbsent("cursor")
                .looking("partition", Looks.PARTITION);
        form(Catalogue.LIST_LANES).orElse("limit", "100").emptyMeansAbsent("cursor");
        form(Catalogue.LIST_EXPIRED_LEASES).orElse("limit", "1000");
        form(Catalogue.READ_EXEC_CORE_FIELDS).looking("partition", Looks.PARTITION);
    }

    private static void events() {
        form(Catalogue.SUBSCRIBE_EVENTS).orElse("families", "[]").looking("families", Looks.FAMILIES);
        form(Catalogue.SUBSCRIBE_LEASE_HISTORY).orElse("taken_away", "false");
        for (Operation<?, ?> subscription : new Operation<?, ?>[] {
            Catalogue.SUBSCRIBE_EVENTS,
            Catalogue.SUBSCRIBE_LEASE_HISTORY,
            Catalogue.SUBSCRIBE_COMPLETION,
            Catalogue.SUBSCRIBE_SIGNAL_DELIVERY,
            Catalogue.SUBSCRIBE_INSTANCE_TAGS
        }) {
            form(subscription)
                    .orElse("cursor", "\"\"")
                    .orElse("filter", "{}")
                    .orElse("limit", "256")
                    .orElse("max_wait_ms", NO_WAIT)
                    .looking("cursor", Looks.PLACE);
        }
        form(Catalogue.ACQUIRE_CURSOR)
                .orElse("start", "\"\"")
                .orElse("lease_ttl_ms", LEASE_TTL)
                .orElse("max_wait_ms", NO_WAIT)
                .looking("start", Looks.PLACE);
        form(Catalogue.ADVANCE_CURSOR).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.LIST_CURSORS).orElse("limit", "1000");
    }
}

package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.op.ClaimTerms;
import io.flowfabric.model.partition.PartitionKey;
import java.util.HashMap;
import java.util.Map;

/** The form of every operation whose arguments look otherwise outside than their record. */
final class ArgumentForms {
    private static final String LEASE_TTL = "30000";
    /** Everything that is handed out begins at once, and a revoke frees it at once. */
    private static final String PLAIN_TERMS =
            "{\"start_now\":%d,\"acknowledges_revoke\":false}".formatted(ClaimTerms.PLAIN.startNow());

    private static final String NO_WAIT = "0";

    private static final Map<Operation<?, ?>, ArgumentForm> FORMS = new HashMap<>();

    private ArgumentForms() {}

    static {
        submissions();
        claims();
        leases();
        operators();
        reads();
        events();
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
                .named("policy", "policy", ArgumentForms::policyText);
        form(Catalogue.CANCEL_EXECUTION).orElse("source", "\"operator_override\"");
        form(Catalogue.AWAIT_RESULT).orElse("max_wait_ms", NO_WAIT);
    }

    private static void claims() {
        form(Catalogue.CLAIM)
                .orElse("capabilities", "[]")
                .orElse("lease_ttl_ms", LEASE_TTL)
                .orElse("max_wait_ms", NO_WAIT)
                .orElse("limit", "1")
                .orElse("terms", PLAIN_TERMS);
        form(Catalogue.SCAN_ELIGIBLE_EXECUTIONS)
                .orElse("limit", "100")
                .named("partition", "partition", ArgumentForms::partition);
        form(Catalogue.ISSUE_CLAIM_GRANT).orElse("worker_capabilities", "[]");
        form(Catalogue.ISSUE_RECLAIM_GRANT).orElse("worker_capabilities", "[]");
        form(Catalogue.CLAIM_FOR_WORKER).orElse("worker_capabilities", "[]");
        form(Catalogue.CLAIM_EXECUTION).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.CLAIM_RESUMED_EXECUTION).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.CLAIM_FROM_RESUME_GRANT).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.RECLAIM_EXECUTION).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.REGISTER_WORKER).orElse("capabilities", "[]");
        form(Catalogue.MARK_WORKER_DEAD).orElse("reason", "\"\"");
        form(Catalogue.LIST_WORKERS).orElse("limit", "1000");
    }

    private static void leases() {
        form(Catalogue.RENEW).orElse("started", "false");
        form(Catalogue.RENEW_LEASE).askedForByTheEngine("fence");
        form(Catalogue.COMPLETE).payload("result", "payload", "payload_encoding");
        form(Catalogue.FAIL)
                .orElse("class", "\"transient\"")
                .named("message", "reason", ArgumentForms::message)
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
                .named("partition", "partition", ArgumentForms::partition);
        form(Catalogue.RECONCILE_EXECUTION_INDEX)
                .orElse("lanes", "[]")
                .orElse("filter", "{}")
                .named("partition", "partition", ArgumentForms::partition);
        form(Catalogue.SHUTDOWN_PREPARE).orElse("grace_ms", "15000");
    }

    private static void reads() {
        form(Catalogue.LIST_EXECUTIONS)
                .orElse("limit", "50")
                .emptyMeansAbsent("cursor")
                .named("partition", "partition", ArgumentForms::partition);
        form(Catalogue.LIST_LANES).orElse("limit", "100").emptyMeansAbsent("cursor");
        form(Catalogue.LIST_EXPIRED_LEASES).orElse("limit", "1000");
        form(Catalogue.READ_EXEC_CORE_FIELDS).named("partition", "partition", ArgumentForms::partition);
    }

    private static void events() {
        form(Catalogue.SUBSCRIBE_EVENTS).orElse("families", "[]");
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
                    .named("cursor", "cursor", ArgumentForms::place);
        }
        form(Catalogue.ACQUIRE_CURSOR)
                .orElse("start", "\"\"")
                .orElse("lease_ttl_ms", LEASE_TTL)
                .orElse("max_wait_ms", NO_WAIT)
                .named("start", "start", ArgumentForms::place);
        form(Catalogue.ADVANCE_CURSOR).orElse("lease_ttl_ms", LEASE_TTL);
        form(Catalogue.LIST_CURSORS).orElse("limit", "1000");
    }

    /** A policy is an object outside; the record has its text, because it is looked at after duplicates are. */
    private static JsonNode policyText(JsonNode policy) {
        return policy.isObject() ? TextNode.valueOf(policy.toString()) : policy;
    }

    /** A reason is a text, or an object with a message and perhaps a detail. */
    private static JsonNode message(JsonNode reason) {
        if (!(reason instanceof ObjectNode parts) || !parts.path("message").isTextual()) {
            return reason;
        }
        String detail = parts.path("detail").asText("");
        String message = parts.get("message").textValue();
        return TextNode.valueOf(detail.isEmpty() ? message : message + ": " + detail);
    }

    private static JsonNode partition(JsonNode key) {
        return key.isTextual()
                ? IntNode.valueOf(
                        PartitionKey.parse(key.textValue()).partition().index())
                : key;
    }

    private static JsonNode place(JsonNode cursor) {
        return cursor.isTextual()
                ? TextNode.valueOf(EventPlace.parse(cursor.textValue()).toString())
                : cursor;
    }
}

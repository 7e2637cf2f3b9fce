package io.flowfabric.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Brings executions into the possible states, over HTTP, each on a lane of its own. */
final class Stage {
    private static final String HOUR_LATER =
            "'policy':{'retry_policy':{'max_retries':3,'backoff':" + "{'type':'fixed','delay_ms':3600000}}}";

    private final HttpCaller http;
    private int lanes;

    Stage(HttpCaller http) {
        this.http = http;
    }

    /** Answers the values for the placeholders in the arguments of an operation. */
    Map<String, String> set(String state) {
        var said = new HashMap<String, String>();
        said.put("$LANE", "lane-" + lanes++);
        said.put("$WORKER", "'worker_id':'w','worker_instance_id':'i-%s'".formatted(said.get("$LANE")));
        said.put("$ID", "{fp:7}:" + UUID.randomUUID());
        bring(said, state);
        return said;
    }

    /** Arguments with the placeholders filled in. */
    static String fill(String arguments, Map<String, String> said) {
        String filled = arguments;
        for (String name : new String[] {"$WORKER", "$ID", "$LANE", "$HANDLE", "$FENCE", "$CURSOR"}) {
            filled = filled.replace(name, said.getOrDefault(name, name));
        }
        return filled;
    }

    private void bring(Map<String, String> said, String state) {
        switch (state) {
            case "none" -> {}
            case "free" -> create(said, "'tags':{'app.given':'x'}");
            case "tagged" -> create(said, "'tags':{'cairn.instance_id':'x'}");
            case "delayed" -> create(said, "'delay_until':99999999999999");
            case "demanding" -> create(said, "'policy':{'routing_requirements':{'required_capabilities':['gpu']}}");
            case "expired" -> after(said, "dying", "'ignored':0", "expire_execution", "'phase':'execution_deadline'");
            case "dying" -> create(said, "'execution_deadline_at':1");
            case "blocked" -> block(said, "waiting_for_quota");
            case "broke" -> block(said, "waiting_for_budget");
            case "paused" -> block(said, "paused_by_operator");
            case "barred" -> block(said, "paused_by_policy");
            // Required capabilities: without them the next timer run would release it for any worker.
            case "routed" ->
                after(said, "demanding", "'reason':'waiting_for_capable_worker'", "block_execution_for_admission", "");
            case "cancelled" -> after(said, "free", "'reason':'no'", "cancel_execution", "");
            case "granted" ->
                after(said, "free", "'lane_id':'$LANE',$WORKER,'grant_ttl_ms':60000", "issue_claim_grant", "");
            case "held" -> hold(said, "free", "");
            case "retrying" -> {
                create(said, HOUR_LATER);
                claim(said, "");
            }
            case "backing off" -> {
                bring(said, "retrying");
                call("fail", "{'handle':'$HANDLE','reason':'no'}", said);
            }
            case "failed" -> {
                bring(said, "held");
                call("fail", "{'handle':'$HANDLE','reason':'no','class':'permanent'}", said);
            }
            case "completed" -> {
                bring(said, "held");
                call("complete", "{'handle':'$HANDLE','payload':[7]}", said);
            }
            case "lease expired" -> {
                hold(said, "free", ",'lease_ttl_ms':50");
                Await.until(() -> ownership(said).equals("lease_expired_reclaimable"), "the lease has expired");
            }
            case "revoked" -> after(said, "held", "'reason':'no'", "revoke_lease", "");
            case "reclaimable" ->
                after(said, "revoked", "'lane_id':'$LANE',$WORKER,'grant_ttl_ms':60000", "issue_reclaim_grant", "");
            case "interrupted" -> {
                bring(said, "held");
                call("delay", "{'handle':'$HANDLE','delay_until':1}", said);
                call("promote_delayed", "{'execution_id':'$ID'}", said);
            }
            case "regranted" ->
                after(said, "interrupted", "'lane_id':'$LANE',$WORKER,'grant_ttl_ms':60000", "issue_claim_grant", "");
            case "registered" ->
                call("register_worker", "{$WORKER,'namespace':'shop','lanes':['$LANE'],'liveness_ttl_ms':60000}", said);
            case "followed" ->
                said.put(
                        "$CURSOR",
                        call("acquire_cursor", "{'namespace':'shop','name':'$LANE','subscriber':'s'}", said)
                                .variant("Acquired")
                                .get("position")
                                .textValue());
            default -> throw new IllegalArgumentException(state);
        }
    }

    private void after(Map<String, String> said, String before, String arguments, String operation, String more) {
        bring(said, before);
        call(operation, "{'execution_id':'$ID',%s%s}".formatted(arguments, more.isEmpty() ? "" : "," + more), said);
    }

    private void block(Map<String, String> said, String reason) {
        after(said, "free", "'reason':'%s'".formatted(reason), "block_execution_for_admission", "");
    }

    private void hold(Map<String, String> said, String before, String more) {
        bring(said, before);
        claim(said, more);
    }

    private void create(Map<String, String> said, String more) {
        var created = call(
                "create_execution",
                "{'namespace':'shop','execution_kind':'k','lane_id':'$LANE',%s}".formatted(more),
                said);
        said.put("$ID", created.variant("Created").get("execution_id").textValue());
    }

    private void claim(Map<String, String> said, String more) {
        JsonNode claim = call("claim", "{'lane_id':'$LANE',$WORKER%s}".formatted(more), said)
                .variant("Claimed");
        said.put("$HANDLE", claim.get("handle").textValue());
        said.put(
                "$FENCE",
                "{'lease_id':'%s','lease_epoch':%d,'attempt_id':'%s'}"
                        .formatted(
                                claim.get("lease_id").textValue(),
                                claim.get("lease_epoch").longValue(),
                                claim.get("attempt_id").textValue()));
    }

    private String ownership(Map<String, String> said) {
        call("mark_lease_expired_if_due", "{'execution_id':'$ID'}", said);
        return call("read_execution_info", "{'execution_id':'$ID'}", said)
                .body()
                .at("/state_vector/ownership_state")
                .textValue();
    }

    private HttpAnswer call(String operation, String arguments, Map<String, String> said) {
        var answer = http.call(operation, fill(arguments, said));
        if (answer.status() != 200) {
            throw new AssertionError(
                    "%s %s: %d %s".formatted(operation, fill(arguments, said), answer.status(), answer.body()));
        }
        return answer;
    }
}

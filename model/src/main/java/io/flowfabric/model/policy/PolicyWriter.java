package io.flowfabric.model.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FallbackPolicy;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.util.OptionalLong;

/** Writes the members of a policy, absent ones left out. */
final class PolicyWriter {

    private PolicyWriter() {}

    static ObjectNode write(ExecutionPolicy policy) {
        var submission = policy.submission();
        var admission = policy.admission();
        var handling = policy.handling();
        var limits = policy.limits();
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.put("priority", submission.priority());
        put(out, "delay_until", submission.delayUntil());
        handling.retryPolicy().ifPresent(retry -> write(out.putObject("retry_policy"), retry));
        handling.timeoutPolicy().ifPresent(timeout -> write(out.putObject("timeout_policy"), timeout));
        out.put("max_reclaim_count", limits.maxReclaimCount());
        handling.suspensionPolicy().ifPresent(suspension -> write(out.putObject("suspension_policy"), suspension));
        handling.fallbackPolicy().ifPresent(fallback -> write(out.putObject("fallback_policy"), fallback));
        out.put("max_replay_count", limits.maxReplayCount());
        ArrayNode budgets = out.putArray("budget_ids");
        admission.budgetIds().forEach(budget -> budgets.add(budget.toString()));
        admission.quotaPolicyId().ifPresent(quota -> out.put("quota_policy_id", quota.toString()));
        admission.routingRequirements().ifPresent(routing -> write(out.putObject("routing_requirements"), routing));
        put(out, "dedup_window_ms", submission.dedupWindowMs());
        handling.streamPolicy().ifPresent(stream -> write(out.putObject("stream_policy"), stream));
        out.put("max_signals_per_execution", limits.maxSignalsPerExecution());
        return out;
    }

    private static void write(ObjectNode out, RetryPolicy retry) {
        out.put("max_retries", retry.maxRetries());
        ObjectNode backoff = out.putObject("backoff");
        if (retry.backoff() instanceof FixedBackoff fixed) {
            backoff.put("type", "fixed").put("delay_ms", fixed.delayMs());
        } else if (retry.backoff() instanceof ExponentialBackoff exponential) {
            backoff.put("type", "exponential")
                    .put("initial_delay_ms", exponential.initialDelayMs())
                    .put("max_delay_ms", exponential.maxDelayMs())
                    .put("multiplier", exponential.multiplier())
                    .put("jitter", exponential.jitter());
        }
        ArrayNode categories = out.putArray("retryable_categories");
        retry.retryableCategories().forEach(categories::add);
    }

    private static void write(ObjectNode out, TimeoutPolicy timeout) {
        put(out, "attempt_timeout_ms", timeout.attemptTimeoutMs());
        put(out, "execution_deadline_ms", timeout.executionDeadlineMs());
        out.put("max_reclaim_count", timeout.maxReclaimCount());
    }

    private static void write(ObjectNode out, SuspensionPolicy suspension) {
        put(out, "default_timeout_ms", suspension.defaultTimeoutMs());
        out.put("timeout_behavior", suspension.timeoutBehavior().literal());
    }

    private static void write(ObjectNode out, FallbackPolicy fallback) {
        ArrayNode tiers = out.putArray("tiers");
        for (FallbackPolicy.Tier tier : fallback.tiers()) {
            ObjectNode one = tiers.addObject().put("provider", tier.provider()).put("model", tier.model());
            put(one, "timeout_ms", tier.timeoutMs());
        }
    }

    private static void write(ObjectNode out, RoutingRequirements routing) {
        ArrayNode tokens = out.putArray("required_capabilities");
        routing.requiredCapabilities().tokens().forEach(tokens::add);
        routing.preferredLocality().ifPresent(locality -> out.put("preferred_locality", locality));
        routing.isolationLevel().ifPresent(level -> out.put("isolation_level", level));
    }

    private static void write(ObjectNode out, StreamPolicy stream) {
        out.put("durability_mode", stream.durabilityMode()).put("retention_maxlen", stream.retentionMaxlen());
        put(out, "retention_ttl_ms", stream.retentionTtlMs());
    }

    private static void put(ObjectNode out, String member, OptionalLong value) {
        value.ifPresent(present -> out.put(member, present));
    }
}

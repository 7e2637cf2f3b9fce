package io.flowfabric.model.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.policy.Members;
import io.flowfabric.model.internal.policy.PolicyChecks;
import io.flowfabric.model.policy.retry.Backoff;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FallbackPolicy;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.suspension.TimeoutBehavior;
import java.util.Optional;
import java.util.function.Function;

/** Turns the members of a policy object into a policy, refusing the first one that is wrong. */
final class PolicyReader {

    private PolicyReader() {}

    static ExecutionPolicy read(Members policy) {
        Optional<RoutingRequirements> routing = RoutingReader.read(policy);
        var handling = new ExecutionPolicy.Handling(
                policy.object("retry_policy").map(PolicyReader::retry),
                policy.object("timeout_policy").map(PolicyReader::timeout),
                policy.object("suspension_policy").map(PolicyReader::suspension),
                policy.object("fallback_policy").map(PolicyReader::fallback),
                policy.object("stream_policy").map(PolicyReader::stream));
        var submission = new ExecutionPolicy.Submission(
                policy.int32("priority", 0), policy.integer("delay_until"), policy.integer("dedup_window_ms"));
        var admission = new ExecutionPolicy.Admission(
                policy.list("budget_ids", node -> id("budget_ids", text("budget_ids", node), BudgetId::parse)),
                policy.text("quota_policy_id").map(text -> id("quota_policy_id", text, QuotaPolicyId::parse)),
                routing);
        return new ExecutionPolicy(true, submission, admission, handling, limits(policy));
    }

    private static RetryPolicy retry(Members retry) {
        return new RetryPolicy(
                retry.integer("max_retries").orElse(RetryPolicy.DEFAULT_MAX_RETRIES),
                retry.object("backoff").map(PolicyReader::backoff).orElse(ExponentialBackoff.DEFAULT),
                retry.list("retryable_categories", node -> text("retryable_categories", node)));
    }

    private static Backoff backoff(Members backoff) {
        String type = backoff.required("type", backoff.text("type"));
        return switch (type) {
            case "fixed" -> new FixedBackoff(backoff.required("delay_ms"));
            case "exponential" ->
                new ExponentialBackoff(
                        backoff.required("initial_delay_ms"),
                        backoff.required("max_delay_ms"),
                        backoff.required("multiplier", backoff.real("multiplier")),
                        backoff.flag("jitter").orElse(false));
            default ->
                throw EngineError.of(
                                ErrorCode.INVALID_POLICY_JSON,
                                "backoff:unknown_type",
                                "Its type is neither fixed nor exponential.")
                        .toException();
        };
    }

    private static TimeoutPolicy timeout(Members timeout) {
        return new TimeoutPolicy(
                timeout.integer("attempt_timeout_ms"),
                timeout.integer("execution_deadline_ms"),
                timeout.integer("max_reclaim_count").orElse(ExecutionPolicy.Limits.DEFAULT_MAX_RECLAIMS));
    }

    private static SuspensionPolicy suspension(Members suspension) {
        TimeoutBehavior behavior = suspension
                .text("timeout_behavior")
                .map(literal -> TimeoutBehavior.ofLiteral(literal)
                        .orElseThrow(() -> PolicyChecks.invalid(
                                "timeout_behavior",
                                "Use fail, cancel, expire, auto_resume_with_timeout_signal or escalate.")))
                .orElse(TimeoutBehavior.FAIL);
        return new SuspensionPolicy(suspension.integer("default_timeout_ms"), behavior);
    }

    private static FallbackPolicy fallback(Members fallback) {
        fallback.required("tiers", fallback.raw("tiers"));
        return new FallbackPolicy(fallback.list("tiers", PolicyReader::tier));
    }

    private static FallbackPolicy.Tier tier(JsonNode node) {
        if (!node.isObject()) {
            throw PolicyChecks.invalid("tiers", "Each tier is an object with provider and model.");
        }
        var tier = new Members(node);
        return new FallbackPolicy.Tier(
                tier.required("provider", tier.text("provider")),
                tier.required("model", tier.text("model")),
                tier.integer("timeout_ms"));
    }

    private static StreamPolicy stream(Members stream) {
        return new StreamPolicy(
                stream.text("durability_mode").orElse(StreamPolicy.DEFAULT_DURABILITY_MODE),
                stream.integer("retention_maxlen").orElse(StreamPolicy.DEFAULT_RETENTION_MAXLEN),
                stream.integer("retention_ttl_ms"));
    }

    private static ExecutionPolicy.Limits limits(Members policy) {
        var byDefault = ExecutionPolicy.Limits.DEFAULT;
        return new ExecutionPolicy.Limits(
                policy.integer("max_reclaim_count").orElse(byDefault.maxReclaimCount()),
                policy.integer("max_replay_count").orElse(byDefault.maxReplayCount()),
                policy.integer("max_signals_per_execution").orElse(byDefault.maxSignalsPerExecution()));
    }

    private static String text(String member, JsonNode node) {
        if (!node.isTextual()) {
            throw PolicyChecks.invalid(member, "Each of its elements is a string.");
        }
        return node.textValue();
    }

    private static <T> T id(String member, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (ValidationException notAnId) {
            throw PolicyChecks.invalid(member, notAnId.getMessage());
        }
    }
}

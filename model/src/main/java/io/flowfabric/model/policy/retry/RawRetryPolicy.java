package io.flowfabric.model.policy.retry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.internal.policy.BoundedJson;
import io.flowfabric.model.internal.policy.PolicyChecks;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Reads the retry object that comes with a single failure. It is obeyed as far as it can be understood: the work has
 * already failed, and refusing the report because of a typing error would lose it.
 */
public final class RawRetryPolicy {

    private static final long DEFAULT_DELAY_MS = 1_000;

    private RawRetryPolicy() {}

    /**
     * The policy of this text, or empty for text that is empty or no JSON object. Members that are missing or of the
     * wrong type have their defaults: 3 retries, {@code delay_ms} 1000, 1000 to 60000 doubling; a backoff without a
     * known type waits 1000 ms. Numbers out of range are moved to the nearest that is in it. Never fails.
     */
    public static Optional<RetryPolicy> read(String text) {
        if (text.length() > BoundedJson.MAX_CHARS) {
            return Optional.empty();
        }
        try {
            return Optional.of(BoundedJson.read(text))
                    .filter(JsonNode::isObject)
                    .map(RawRetryPolicy::retry);
        } catch (JsonProcessingException unreadable) {
            return Optional.empty();
        }
    }

    private static RetryPolicy retry(JsonNode retry) {
        var categories = new ArrayList<String>();
        for (JsonNode category : retry.path("retryable_categories")) {
            if (category.isTextual()) {
                categories.add(category.textValue());
            }
        }
        long maxRetries = number(retry, "max_retries", RetryPolicy.DEFAULT_MAX_RETRIES);
        return new RetryPolicy(
                Math.min(maxRetries, PolicyChecks.MAX_COUNT), backoff(retry.path("backoff")), categories);
    }

    private static Backoff backoff(JsonNode backoff) {
        return switch (backoff.path("type").asText()) {
            case "fixed" -> new FixedBackoff(number(backoff, "delay_ms", DEFAULT_DELAY_MS));
            case "exponential" -> exponential(backoff);
            default -> new FixedBackoff(DEFAULT_DELAY_MS);
        };
    }

    private static Backoff exponential(JsonNode backoff) {
        var byDefault = ExponentialBackoff.DEFAULT;
        JsonNode multiplier = backoff.path("multiplier");
        double growth = multiplier.isNumber() ? multiplier.doubleValue() : byDefault.multiplier();
        return new ExponentialBackoff(
                number(backoff, "initial_delay_ms", byDefault.initialDelayMs()),
                number(backoff, "max_delay_ms", byDefault.maxDelayMs()),
                Math.min(Math.max(growth, 0), Double.MAX_VALUE),
                backoff.path("jitter").booleanValue());
    }

    private static long number(JsonNode object, String member, long otherwise) {
        JsonNode node = object.path(member);
        if (!node.isNumber()) {
            return otherwise;
        }
        // The cast saturates, so a number beyond 64 bits is still a very long time.
        return Math.max(0, node.canConvertToLong() ? node.longValue() : (long) node.doubleValue());
    }
}

package io.flowfabric.model.policy;

import io.flowfabric.model.internal.policy.PolicyChecks;
import java.util.OptionalLong;

/**
 * What is kept of the output stream.
 *
 * @param durabilityMode advisory: stored and returned, never interpreted
 * @param retentionMaxlen how many frames are kept, a 64-bit count
 * @param retentionTtlMs how long the ended execution is kept, its stream included; absent means the engine's default
 */
public record StreamPolicy(String durabilityMode, long retentionMaxlen, OptionalLong retentionTtlMs) {

    /** The mode of a stream policy that does not name one. */
    public static final String DEFAULT_DURABILITY_MODE = "buffered";

    /** The frames kept when a stream policy does not say how many. */
    public static final long DEFAULT_RETENTION_MAXLEN = 10_000;

    /** Fails with {@code invalid_policy_json} if a number is negative. */
    public StreamPolicy {
        PolicyChecks.notNegative("retention_maxlen", retentionMaxlen);
        PolicyChecks.notNegative("retention_ttl_ms", retentionTtlMs);
    }
}

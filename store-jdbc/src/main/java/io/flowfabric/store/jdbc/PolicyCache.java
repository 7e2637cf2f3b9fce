package io.flowfabric.store.jdbc;

import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Parsed policies: most executions of a program share a handful of texts. Safe for use by any thread. */
public final class PolicyCache {
    private static final int BOUND = 1000;

    private final Map<String, ExecutionPolicy> parsed = new ConcurrentHashMap<>();

    /** The policy of a stored text; none for {@code null}. */
    public ExecutionPolicy of(@Nullable String text) {
        if (text == null) {
            return ExecutionPolicy.NONE;
        }
        if (parsed.size() > BOUND) {
            parsed.clear();
        }
        return parsed.computeIfAbsent(text, PolicyJson::parseStored);
    }

    /** The same without a cache, for rare reads. */
    public static ExecutionPolicy parse(@Nullable String text) {
        return text == null ? ExecutionPolicy.NONE : PolicyJson.parseStored(text);
    }

    /** What is stored for a policy; {@code null} for none. */
    public static @Nullable String text(ExecutionPolicy policy) {
        return policy.isAttached() ? PolicyJson.write(policy) : null;
    }
}

package io.flowfabric.store.sqlite;

import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Parsed policies: most executions of a program share a handful of texts. Safe for use by any thread. */
final class PolicyCache {
    private static final int BOUND = 1000;

    private final Map<String, ExecutionPolicy> parsed = new ConcurrentHashMap<>();

    ExecutionPolicy of(@Nullable String text) {
        if (text == null) {
            return ExecutionPolicy.NONE;
        }
        if (parsed.size() > BOUND) {
            parsed.clear();
        }
        return parsed.computeIfAbsent(text, PolicyJson::parse);
    }

    static @Nullable String text(ExecutionPolicy policy) {
        return policy.isAttached() ? PolicyJson.write(policy) : null;
    }
}

package io.flowfabric.engine.store.write;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.Namespace;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Idempotency keys in a write transaction. A created execution takes its key when the change is applied. */
public interface KeyWrites {

    /** What is known of idempotency keys. */
    KnownKeys find(Collection<ScopedKey> keys);

    /** An idempotency key within the namespace that gives it meaning. */
    record ScopedKey(Namespace namespace, IdempotencyKey key) {}

    /**
     * What is known of idempotency keys.
     *
     * @param used the executions they stand for; unused keys, and keys whose window has ended, are missing
     * @param held those that a caller has taken in a transaction which was still open: a call that wants one waits for
     *     its end
     */
    record KnownKeys(Map<ScopedKey, ExecutionId> used, Set<ScopedKey> held) {
        /** No keys. */
        public static final KnownKeys NONE = new KnownKeys(Map.of(), Set.of());
    }
}

package io.flowfabric.server.http;

import io.flowfabric.model.error.ResourceExhaustedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A limit on how many there may be at once: in this process, and of each key. Safe for use by any thread. */
public final class ConcurrencyQuota {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final String name;
    private final int max;
    private final Map<String, Integer> byKey = new HashMap<>();
    private int taken;

    /** @param name what is limited, for the error text */
    public ConcurrencyQuota(String name, int max) {
        this.name = name;
        this.max = max;
    }

    /**
     * Takes one; the returned action gives it back, once.
     *
     * @throws ResourceExhaustedException when there are too many
     */
    public Runnable take(Principal principal, Function<Principal.Limits, Principal.Limit> limit) {
        return take(principal.name(), limit.apply(principal.limits()).of(this));
    }

    /** Takes one that is not counted for a key. */
    public Runnable take() {
        return take("", Integer.MAX_VALUE);
    }

    private synchronized Runnable take(String key, int maxOfKey) {
        if (taken >= max) {
            throw full(name, max);
        }
        int ofKey = byKey.getOrDefault(key, 0);
        if (ofKey >= maxOfKey) {
            throw full(name + " of key " + key, maxOfKey);
        }
        taken++;
        byKey.put(key, ofKey + 1);
        return new Runnable() {
            private boolean given;

            @Override
            public void run() {
                synchronized (ConcurrencyQuota.this) {
                    if (!given) {
                        given = true;
                        taken--;
                        byKey.computeIfPresent(key, (any, count) -> count == 1 ? null : count - 1);
                    }
                }
            }
        };
    }

    /** The limit. */
    int most() {
        return max;
    }

    /** How many are taken now. */
    public synchronized int taken() {
        return taken;
    }

    private static ResourceExhaustedException full(String what, int max) {
        return new ResourceExhaustedException(what, max, Optional.of(RETRY_AFTER));
    }
}

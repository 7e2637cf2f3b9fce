package io.flowfabric.store.sqlite;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** One thread's share of the load: creates, claims and completes as fast as it is answered, and notes every answer. */
final class Hammer implements Callable<Integer> {

    private static final int BATCH = 4;

    /** Every so many claims one is handed back, so that executions reach higher epochs. */
    private static final int HAND_BACK = 10;

    private final Client client;
    private final BooleanSupplier goOn;
    final List<ExecutionId> created = new ArrayList<>();
    final List<ExecutionId> completed = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    private int claims;
    long longestNanos;

    Hammer(Client client, BooleanSupplier goOn) {
        this.client = client;
        this.goOn = goOn;
    }

    @Override
    public Integer call() {
        while (goOn.getAsBoolean() && failures.isEmpty()) {
            try {
                round();
            } catch (RuntimeException escaped) {
                failures.add(escaped.toString());
            }
        }
        return completed.size();
    }

    private void round() {
        for (int i = 0; i < BATCH; i++) {
            created.add(timed(client::create));
        }
        for (Claim claim : timed(() -> client.claim(BATCH, Duration.ZERO))) {
            if (++claims % HAND_BACK == 0) {
                timed(() -> {
                    client.handBack(claim);
                    return claim;
                });
            } else {
                completed.add(timed(() -> {
                    client.complete(claim);
                    return claim.executionId();
                }));
            }
        }
    }

    private <T> T timed(Supplier<T> call) {
        long began = System.nanoTime();
        try {
            return call.get();
        } finally {
            longestNanos = Math.max(longestNanos, System.nanoTime() - began);
        }
    }
}

package io.flowfabric.bench.http;

import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.model.id.ExecutionId;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What the clients of a server have done. Safe for use by any thread. */
public final class HttpTally {
    private final Latencies submits = new Latencies();
    private final Latencies claims = new Latencies();
    private final Latencies completes = new Latencies();
    private final LongAdder submitted = new LongAdder();
    private final LongAdder completed = new LongAdder();

    /** One for an acceptance less one for a completion, of which either may be told first; nothing when they are even. */
    private final Map<ExecutionId, Integer> balance = new ConcurrentHashMap<>();

    private final Queue<RuntimeException> errors = new ConcurrentLinkedQueue<>();

    void submitted(ExecutionId id, long tookNanos) {
        submitted.increment();
        submits.add(tookNanos);
        count(id, 1);
    }

    void claimed(long tookNanos) {
        claims.add(tookNanos);
    }

    void completed(ExecutionId id, long tookNanos) {
        completed.increment();
        completes.add(tookNanos);
        count(id, -1);
    }

    void failed(RuntimeException failure) {
        errors.add(failure);
    }

    /** How many were accepted. */
    public long submitted() {
        return submitted.sum();
    }

    /** How many were completed. */
    public long completed() {
        return completed.sum();
    }

    /** Those that were accepted and whose completion was not reported. */
    public Set<ExecutionId> open() {
        return balance.entrySet().stream()
                .filter(one -> one.getValue() > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    boolean nothingOpen() {
        return balance.isEmpty();
    }

    private void count(ExecutionId id, int by) {
        balance.merge(id, by, (before, more) -> before + more == 0 ? null : before + more);
    }

    /** What the calls that failed were told. */
    public Queue<RuntimeException> errors() {
        return errors;
    }

    /** How long the calls took that were answered: of submit, claim and complete. */
    Latencies submits() {
        return submits;
    }

    Latencies claims() {
        return claims;
    }

    Latencies completes() {
        return completes;
    }

    long calls() {
        return (long) submits.count() + claims.count() + completes.count();
    }
}

package io.flowfabric.micrometer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.CallResult;
import io.flowfabric.engine.layer.Layer;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts and times every call to an engine.
 *
 * <table>
 * <caption>Meters, and their names in Prometheus</caption>
 * <tr><td>{@code ff.engine.call}</td><td>{@code ff_engine_call_seconds}</td>
 *     <td>timer by {@code method} and {@code outcome}: {@code ok} or a {@linkplain CallResult#category() category}.
 *     Includes the wait of a long poll</td></tr>
 * <tr><td>{@code ff.claim.from.grant.duration}</td><td>{@code ff_claim_from_grant_duration_seconds}</td>
 *     <td>timer by {@code lane}: grants that workers ask for, and claims by a grant, whether they succeed or
 *     not</td></tr>
 * <tr><td>{@code ff.lease.renewal}</td><td>{@code ff_lease_renewal_total}</td>
 *     <td>counter by {@code outcome}: {@code ok} or {@code err}</td></tr>
 * <tr><td>{@code ff.attempt.outcome}</td><td>{@code ff_attempt_outcome_total}</td>
 *     <td>counter by {@code lane} and {@code outcome}: {@code ok}, {@code error}, {@code timeout}, {@code cancelled} or
 *     {@code retry}, as the workers behind this layer reported it</td></tr>
 * </table>
 *
 * <p>The first 100 lanes on which a call succeeded have labels of their own; all others share the label {@code other}.
 *
 * <p>{@link WorkerMetrics} has the metrics that only a worker knows, {@link TimerMetrics} those of the engine's timers.
 * Safe for use by any thread. Does not close the registry.
 */
public final class EngineMetrics implements Layer {
    private final MeterProvider<Timer> calls;

    /** Finding a meter by its tags costs more than recording. There are as many as operations and outcomes. */
    private final Map<Labels, Timer> timers = new ConcurrentHashMap<>();

    private final ClaimsByGrant claims;
    private final Renewals renewals;
    private final AttemptOutcomes attempts;

    /** Keeps its meters in a registry. */
    public EngineMetrics(MeterRegistry registry) {
        this.calls = Timer.builder("ff.engine.call")
                .description("Calls to the engine")
                .serviceLevelObjectives(Boundaries.ofCalls())
                .withRegistry(registry);
        var lanes = new LaneLabels();
        this.claims = new ClaimsByGrant(registry, lanes);
        this.renewals = new Renewals(registry);
        this.attempts = new AttemptOutcomes(registry, lanes);
    }

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        long begun = System.nanoTime();
        R answer;
        try {
            answer = next.call(operation, arguments);
        } catch (RuntimeException | Error failure) {
            failed(operation, arguments, begun, failure);
            throw failure;
        }
        answered(operation, arguments, begun, answer);
        return answer;
    }

    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        long begun = System.nanoTime();
        var call = next.callAsync(operation, arguments);
        call.whenComplete((answer, failure) -> {
            if (failure == null) {
                answered(operation, arguments, begun, answer);
            } else {
                failed(operation, arguments, begun, failure);
            }
        });
        return call;
    }

    private void answered(Operation<?, ?> operation, Object arguments, long begun, Object answer) {
        count(operation, arguments, begun, CallResult.OK, Optional.of(answer));
        renewals.answered(operation, answer);
        attempts.answered(arguments, answer);
    }

    private void failed(Operation<?, ?> operation, Object arguments, long begun, Throwable failure) {
        count(operation, arguments, begun, CallResult.failed(failure), Optional.empty());
        renewals.failed(operation, arguments, failure);
    }

    private void count(
            Operation<?, ?> operation, Object arguments, long begun, CallResult result, Optional<Object> answer) {
        var time = Duration.ofNanos(System.nanoTime() - begun);
        timers.computeIfAbsent(new Labels(operation.name(), result.category()), this::timer)
                .record(time);
        claims.took(arguments, answer, time);
    }

    private Timer timer(Labels labels) {
        return calls.withTags("method", labels.method(), "outcome", labels.outcome());
    }

    private record Labels(String method, String outcome) {}
}

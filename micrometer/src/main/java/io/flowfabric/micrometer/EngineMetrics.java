package io.flowfabric.micrometer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.sdk.layer.CallResult;
import io.flowfabric.sdk.layer.Layer;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * Counts and times every call to an engine.
 *
 * <table>
 * <caption>Meters, and their names in Prometheus</caption>
 * <tr><td>{@code ff.engine.call}</td><td>{@code ff_engine_call_seconds}</td>
 *     <td>timer by {@code method} and {@code outcome}: {@code ok} or a {@linkplain CallResult#category() category}.
 *     Includes the time that a claim or a wait was asked to wait</td></tr>
 * <tr><td>{@code ff.claim.from.grant.duration}</td><td>{@code ff_claim_from_grant_duration_seconds}</td>
 *     <td>timer by {@code lane}: claims of one execution by a grant, whether they succeed or not</td></tr>
 * <tr><td>{@code ff.lease.renewal}</td><td>{@code ff_lease_renewal_total}</td>
 *     <td>counter by {@code outcome}: {@code ok} or {@code err}</td></tr>
 * <tr><td>{@code ff.attempt.outcome}</td><td>{@code ff_attempt_outcome_total}</td>
 *     <td>counter by {@code lane} and {@code outcome}: {@code ok}, {@code error}, {@code timeout}, {@code cancelled} or
 *     {@code retry}, as the workers behind this layer reported it</td></tr>
 * </table>
 *
 * <p>{@link WorkerMetrics} has what only a worker knows. Safe for use by any thread. The registry stays its owner's.
 */
public final class EngineMetrics implements Layer {
    private static final Duration[] BOUNDARIES = LongStream.of(
                    500,
                    1_000,
                    2_500,
                    5_000,
                    10_000,
                    25_000,
                    50_000,
                    100_000,
                    250_000,
                    500_000,
                    1_000_000,
                    2_500_000,
                    5_000_000,
                    10_000_000,
                    30_000_000,
                    60_000_000)
            .mapToObj(micros -> Duration.ofNanos(micros * 1_000))
            .toArray(Duration[]::new);

    private final MeterProvider<Timer> calls;
    private final ClaimsByGrant claims;
    private final Renewals renewals;
    private final AttemptOutcomes attempts;

    /** Keeps its meters in a registry. */
    public EngineMetrics(MeterRegistry registry) {
        this.calls = Timer.builder("ff.engine.call")
                .description("Calls to the engine")
                .serviceLevelObjectives(BOUNDARIES)
                .withRegistry(registry);
        this.claims = new ClaimsByGrant(registry, BOUNDARIES);
        this.renewals = new Renewals(registry);
        this.attempts = new AttemptOutcomes(registry);
    }

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        long begun = System.nanoTime();
        R answer;
        try {
            answer = next.call(operation, arguments);
        } catch (RuntimeException | Error failure) {
            count(operation, arguments, begun, CallResult.failed(failure));
            renewals.failed(operation, arguments, failure);
            throw failure;
        }
        count(operation, arguments, begun, CallResult.OK);
        renewals.answered(operation, answer);
        attempts.answered(operation, arguments, answer);
        return answer;
    }

    private void count(Operation<?, ?> operation, Object arguments, long begun, CallResult result) {
        var time = Duration.ofNanos(System.nanoTime() - begun);
        calls.withTags("method", operation.name(), "outcome", result.category()).record(time);
        claims.took(arguments, time);
    }
}

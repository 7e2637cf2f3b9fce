package io.flowfabric.junit;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.sdk.layer.Layer;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps from workers how long their attempts may take. They would count it on a real clock, which runs on while that of the
 * test stands still; here only the test's clock ends an attempt.
 */
final class StandingTime implements Layer {
    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        return endless(next.call(operation, arguments));
    }

    /** Nobody claims for a worker without waiting for the answer. */
    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        return next.callAsync(operation, arguments);
    }

    @SuppressWarnings("unchecked") // what is answered for a ClaimOutcome is one
    private static <R> R endless(R answer) {
        return answer instanceof ClaimOutcome outcome ? (R) endless(outcome) : answer;
    }

    private static ClaimOutcome endless(ClaimOutcome outcome) {
        var claims = outcome.claims().stream()
                .map(claim -> claim.endingBy(OptionalLong.empty()))
                .toList();
        return new ClaimOutcome(claims, outcome.waitedMs());
    }
}

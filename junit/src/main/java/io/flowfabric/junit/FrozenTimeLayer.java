package io.flowfabric.junit;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.model.op.claim.ClaimOutcome;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Hides from workers how long their attempts may take. They would count it on a real clock, which runs while that of
 * the test stands still; here only the test's clock ends an attempt.
 */
final class FrozenTimeLayer implements Layer {
    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        return endless(next.call(operation, arguments));
    }

    /** Workers claim with blocking calls only, so asynchronous answers are passed on unchanged. */
    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        return next.callAsync(operation, arguments);
    }

    @SuppressWarnings("unchecked") // a ClaimOutcome is replaced by a ClaimOutcome
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

package io.flowfabric.engine;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import io.flowfabric.model.op.lease.DelayRequest;
import java.util.concurrent.CompletableFuture;

/**
 * Takes back what an undelivered answer gave to its caller: a lease whose holder does not know of it would block its
 * execution or cursor until it ends.
 */
public final class UndeliveredAnswers {
    private UndeliveredAnswers() {}

    /** Begins to take back what an operation with these arguments answered; there is nothing to do for most. */
    public static CompletableFuture<?> begin(Engine engine, Object arguments, Object answer) {
        if (answer instanceof ClaimOutcome outcome && !outcome.claims().isEmpty()) {
            return handBack(engine, outcome);
        } else if (arguments instanceof AcquireCursor acquire && answer instanceof Acquired acquired) {
            return engine.callAsync(Catalogue.RELEASE_CURSOR, release(acquire, acquired));
        }
        return CompletableFuture.completedFuture(answer);
    }

    /** What gives a cursor back as if it had not been acquired. */
    public static ReleaseCursor release(AcquireCursor acquire, Acquired acquired) {
        return new ReleaseCursor(
                acquire.namespace(), acquire.name(), acquire.subscriber(), acquired.epoch(), acquired.position());
    }

    private static CompletableFuture<?> handBack(Engine engine, ClaimOutcome outcome) {
        return engine.callAsync(Catalogue.SERVER_TIME_MS, NoArguments.NONE)
                .thenCompose(now -> CompletableFuture.allOf(outcome.claims().stream()
                        .map(claim -> handBack(engine, claim, now))
                        .toArray(CompletableFuture[]::new)));
    }

    private static CompletableFuture<?> handBack(Engine engine, Claim claim, long now) {
        return engine.callAsync(Catalogue.DELAY, new DelayRequest(claim.handle(), now));
    }
}

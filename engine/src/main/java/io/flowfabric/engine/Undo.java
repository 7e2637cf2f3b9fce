package io.flowfabric.engine;

import io.flowfabric.model.op.AcquireCursor;
import io.flowfabric.model.op.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.ReleaseCursor;
import java.util.concurrent.CompletableFuture;

/**
 * Takes back what an answer gave to somebody who never gets it: what is held by nobody who knows of it stands still until
 * its lease ends.
 */
public final class Undo {
    private Undo() {}

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

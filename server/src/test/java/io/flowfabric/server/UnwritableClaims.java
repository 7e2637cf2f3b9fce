package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** An engine whose claims succeed, but fail when they are written, with a message that the client chose. */
record UnwritableClaims(Engine engine) implements EngineInFront {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return spoiled(engine.call(operation, arguments));
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        return engine.callAsync(operation, arguments).thenApply(UnwritableClaims::spoiled);
    }

    @SuppressWarnings("unchecked") // an answer that is an outcome of a claim becomes another one
    private static <R> R spoiled(R answer) {
        return answer instanceof ClaimOutcome outcome
                ? (R) new ClaimOutcome(
                        outcome.claims().stream().map(UnwritableClaims::spoiled).toList(), outcome.waitedMs())
                : answer;
    }

    private static Claim spoiled(Claim claim) {
        return new Claim(
                claim.handle(),
                claim.executionId(),
                claim.executionKind(),
                claim.namespace(),
                claim.laneId(),
                claim.attemptIndex(),
                claim.attemptId(),
                claim.attemptType(),
                claim.leaseId(),
                claim.leaseEpoch(),
                claim.leaseExpiresAt(),
                claim.mustEndBy(),
                claim.input(),
                new Unreadable(new String(claim.input().bytes())));
    }

    private static final class Unreadable extends AbstractMap<String, String> {
        private final String words;

        Unreadable(String words) {
            this.words = words;
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            throw new NumberFormatException("\"%s\" is no number".formatted(words));
        }
    }
}

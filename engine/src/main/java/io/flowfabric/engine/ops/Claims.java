package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.ClaimRound.Taken;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.ClaimRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Handing out work: one ordered look at a lane, and patience when there is none. */
final class Claims {
    private static final int MOST_CLAIMS = Limits.CLAIMS;

    private final Calls calls;
    private final Handles handles;
    private final Patience patience;
    private final ClaimLookout.Sights sights = new ClaimLookout.Sights();

    /** No two looks are about the same: what they find differs. */
    private final Batcher<Look, Taken> looks;

    Claims(Calls calls, Handles handles, Patience patience) {
        this.calls = calls;
        this.handles = handles;
        this.patience = patience;
        this.looks = new Batcher<>(this::takeAll, look -> new Object(), calls.budget());
    }

    Vigil<ClaimOutcome> claim(ClaimRequest args) {
        check(args);
        var parked = new ParkedTime(args.maxWaitMs(), System::nanoTime);
        return patience.until(
                        new ClaimLookout(calls, sights, args, () -> {
                            parked.look();
                            return claimNow(args);
                        }),
                        args.maxWaitMs(),
                        calls.store().doorbells().work())
                .map(taken -> new ClaimOutcome(taken.claims(), parked.millis()));
    }

    private record Look(ClaimRequest args) implements Weighed {
        @Override
        public long weight() {
            return args.limit() * ROW_WEIGHT;
        }
    }

    private Taken claimNow(ClaimRequest args) {
        return calls.shareUninterruptibly(looks, new Look(args));
    }

    /** In one transaction, so that each sees what those before it have taken. */
    private CompletableFuture<List<Optional<Taken>>> takeAll(List<Look> all, Deadline deadline, boolean again) {
        var requests = all.stream().map(Look::args).toList();
        return calls.store()
                .tryWrite(
                        Weighed.total(all),
                        deadline,
                        tx -> new ClaimRound(tx, handles, calls.settings().reclaimGrace()).handOut(requests))
                .thenApply(takings -> {
                    takings.forEach(taken ->
                            taken.left().forEach(left -> calls.copies().keep(left.before(), left.change())));
                    return takings.stream().map(Optional::of).toList();
                });
    }

    private static void check(ClaimRequest args) {
        Calls.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        Calls.require(ClaimRules.checkTerms(args.terms()));
        if (args.limit() < 1 || args.limit() > MOST_CLAIMS) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "limit: " + args.limit(),
                            "One call hands out 1 to %d executions.".formatted(MOST_CLAIMS))
                    .toException();
        }
    }
}

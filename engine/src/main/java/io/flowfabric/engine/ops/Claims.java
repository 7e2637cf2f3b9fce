package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.ClaimRound.Look;
import io.flowfabric.engine.ops.ClaimRound.Taken;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.KindRules;
import io.flowfabric.engine.rules.LaneRules;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.ClaimRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Handing out work: one look at the lanes of a claim, each in its order, and patience when there is none. */
final class Claims {
    private static final int MOST_CLAIMS = Limits.CLAIMS;

    private final Calls calls;
    private final Handles handles;
    private final Patience patience;
    private final ClaimLookout.Sights sights = new ClaimLookout.Sights();

    /** Claims that name no turn of their own are counted here. */
    private final AtomicLong turns = new AtomicLong();

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
        var look = new Look(args, args.turn().orElseGet(turns::getAndIncrement));
        var parked = new ParkedTime(args.maxWaitMs(), System::nanoTime);
        return patience.until(
                        new ClaimLookout(calls, sights, args, () -> {
                            parked.look();
                            return claimNow(look);
                        }),
                        args.maxWaitMs(),
                        calls.store().doorbells().work())
                .map(taken -> outcome(taken, parked));
    }

    /** As often as other claimers of the same round are given all that one round hands out. */
    private Taken claimNow(Look look) {
        var deadline = calls.deadline();
        Taken taken;
        do {
            taken = calls.shareUninterruptibly(looks, look);
        } while (taken == Taken.AGAIN && !deadline.hasPassed());
        return taken;
    }

    private static ClaimOutcome outcome(Taken taken, ParkedTime parked) {
        if (taken == Taken.NO_ROOM) {
            throw Calls.noRoom();
        }
        return new ClaimOutcome(taken.claims(), parked.millis());
    }

    /** In one transaction, so that each sees what those before it have taken. */
    private CompletableFuture<List<Optional<Taken>>> takeAll(List<Look> all, Deadline deadline, boolean again) {
        return calls.store()
                .tryWrite(
                        Weighed.total(all),
                        deadline,
                        tx -> new ClaimRound(
                                        tx,
                                        handles,
                                        calls.settings().reclaimGrace(),
                                        calls.room().bytes())
                                .handOut(all))
                .thenApply(takings -> {
                    takings.forEach(taken ->
                            taken.left().forEach(left -> calls.copies().keep(left.before(), left.change())));
                    return takings.stream().map(Optional::of).toList();
                });
    }

    private static void check(ClaimRequest args) {
        Calls.require(LaneRules.checkLanes(args.lanes()));
        Calls.require(KindRules.check(args.onlyKinds(), args.exceptKinds()));
        Calls.require(LaneRules.checkTurn(args.turn()));
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

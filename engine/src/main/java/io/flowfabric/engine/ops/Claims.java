package io.flowfabric.engine.ops;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Batcher;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Weighed;
import io.flowfabric.engine.ops.ClaimRound.ClaimPoll;
import io.flowfabric.engine.ops.ClaimRound.Taken;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.lane.KindRules;
import io.flowfabric.engine.rules.lane.LaneRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.waiting.LongPoll;
import io.flowfabric.engine.waiting.LongPolls;
import io.flowfabric.engine.waiting.ParkedTime;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Claims: one poll of the lanes of a claim, each in its order, and a long poll while there is no work. */
final class Claims {
    private static final int MOST_CLAIMS = Limits.CLAIMS;

    private final CommandExecutor calls;
    private final Handles handles;
    private final LongPolls longPolls;
    private final ClaimPollSource.EmptyPolls emptyPolls = new ClaimPollSource.EmptyPolls();

    /** Claims that name no turn of their own are counted here. */
    private final AtomicLong turns = new AtomicLong();

    /** Every poll is a subject of its own, so that a held one does not delay others. */
    private final Batcher<ClaimPoll, Taken> polls;

    Claims(CommandExecutor calls, Handles handles, LongPolls longPolls) {
        this.calls = calls;
        this.handles = handles;
        this.longPolls = longPolls;
        this.polls = new Batcher<>(this::takeAll, poll -> new Object(), calls.budget());
    }

    void bindTo(Bindings bindings, Leases leases) {
        bindings.bindWaiting(
                Catalogue.CLAIM,
                this::claim,
                (args, unwanted) -> unwanted.claims().forEach(leases::handBack));
    }

    LongPoll<ClaimOutcome> claim(ClaimRequest args) {
        check(args);
        var poll = new ClaimPoll(args, args.turn().orElseGet(turns::getAndIncrement));
        var parked = new ParkedTime(args.maxWaitMs(), System::nanoTime);
        return longPolls
                .until(
                        new ClaimPollSource(emptyPolls, args, () -> {
                            parked.look();
                            return claimNow(poll);
                        }),
                        args.maxWaitMs(),
                        calls.store()
                                .doorbells()
                                .work()
                                .forKeys(ClaimFilter.of(args).wakeUpKeys()))
                .map(taken -> outcome(taken, args, parked));
    }

    /** Polls again as long as other claimers use up the memory of the round. */
    private Taken claimNow(ClaimPoll poll) {
        var deadline = calls.deadline();
        Taken taken;
        do {
            taken = calls.shareUninterruptibly(polls, poll);
        } while (taken == Taken.AGAIN && !deadline.hasPassed());
        return taken;
    }

    /** On the thread of the claimer: the transaction need not wait until all handles are made. */
    private ClaimOutcome outcome(Taken taken, ClaimRequest args, ParkedTime parked) {
        if (taken == Taken.NO_ROOM) {
            throw CommandExecutor.noRoom();
        }
        return new ClaimOutcome(
                taken.work().stream()
                        .map(one -> handles.claim(one.acquired(), one.content(), args.leaseTtlMs()))
                        .toList(),
                parked.millis());
    }

    /** In one transaction, so that each sees what those before it have taken. */
    private CompletableFuture<List<Optional<Taken>>> takeAll(List<ClaimPoll> all, Deadline deadline, boolean again) {
        return calls.store()
                .tryWrite(
                        Weighed.total(all),
                        deadline,
                        tx -> new ClaimRound(
                                        tx,
                                        calls.settings().reclaimGrace(),
                                        calls.room().bytes())
                                .handOut(all))
                .thenApply(takings -> {
                    takings.forEach(taken -> taken.left()
                            .forEach(left -> calls.leasedExecutions().keep(left.before(), left.change())));
                    return takings.stream().map(Optional::of).toList();
                });
    }

    private static void check(ClaimRequest args) {
        CommandExecutor.require(LaneRules.checkLanes(args.lanes()));
        CommandExecutor.require(KindRules.check(args.onlyKinds(), args.exceptKinds()));
        CommandExecutor.require(LaneRules.checkTurn(args.turn()));
        CommandExecutor.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        CommandExecutor.require(ClaimRules.checkTerms(args.terms()));
        if (args.limit() < 1 || args.limit() > MOST_CLAIMS) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "limit: " + args.limit(),
                            "One call claims 1 to %d executions.".formatted(MOST_CLAIMS))
                    .toException();
        }
    }
}

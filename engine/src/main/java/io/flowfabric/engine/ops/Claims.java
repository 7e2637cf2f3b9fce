package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Deliberation.Left;
import io.flowfabric.engine.rules.Acquisition;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.ClaimRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Handing out work: one ordered look at a lane, and patience when there is none. */
final class Claims {
    private static final int LEAST_LOOK = 16;
    private static final int MOST_CLAIMS = 256;

    private final Calls calls;
    private final Handles handles;
    private final Patience patience;
    private final ClaimLookout.Sights sights = new ClaimLookout.Sights();

    /** No two looks are about the same: what they find differs. */
    private final Batcher<Look, List<Claim>> looks = new Batcher<>(this::takeAll, look -> new Object());

    Claims(Calls calls, Handles handles, Patience patience) {
        this.calls = calls;
        this.handles = handles;
        this.patience = patience;
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
                .map(claims -> new ClaimOutcome(claims, parked.millis()));
    }

    /** What was claimed, and how the executions were left behind. */
    private record Taken(List<Claim> claims, List<Left> left) {}

    private record Look(ClaimRequest args) implements Weighed {
        @Override
        public long weight() {
            return args.limit() * ROW_WEIGHT;
        }
    }

    private List<Claim> claimNow(ClaimRequest args) {
        return calls.shareUninterruptibly(looks, new Look(args));
    }

    /** One after the other in one transaction, so that each sees what those before it have taken. */
    private CompletableFuture<List<Optional<List<Claim>>>> takeAll(List<Look> all, Deadline deadline) {
        return calls.store()
                .write(
                        Weighed.total(all),
                        deadline,
                        tx -> all.stream().map(look -> take(tx, look.args())).toList())
                .thenApply(takings -> {
                    takings.forEach(taken ->
                            taken.left().forEach(left -> calls.copies().keep(left.before(), left.change())));
                    return takings.stream()
                            .map(taken -> Optional.of(taken.claims()))
                            .toList();
                });
    }

    private Taken take(WriteTx tx, ClaimRequest args) {
        var served = tx.queuesOf(args.laneId()).stream()
                .filter(queue -> ClaimRules.serves(
                        args.capabilities(), args.namespace(), queue.namespace(), queue.requiredCapabilities()))
                .map(WriteTx.Queue::number)
                .toList();
        return served.isEmpty() ? new Taken(List.of(), List.of()) : walk(tx, served, args);
    }

    /** Takes what it can from the front of the queues and passes over what the rules withhold. */
    private Taken walk(WriteTx tx, List<Integer> queues, ClaimRequest args) {
        var claims = new ArrayList<Claim>();
        var left = new ArrayList<Left>();
        var scan = new ClaimScan(queues, Optional.empty(), args.limit());
        while (true) {
            var candidates = tx.lockClaimable(scan);
            var changes = new ArrayList<Change>();
            var events = new ArrayList<Event>();
            long now = tx.now();
            for (var candidate : candidates) {
                if (claims.size() == args.limit()) {
                    break;
                }
                var acquisition = Acquisition.of(
                                args.workerId(),
                                args.workerInstanceId(),
                                LeaseId.mint(),
                                AttemptId.mint(),
                                args.leaseTtlMs())
                        .marked(args.terms().marksAt(claims.size()));
                var decision = ClaimRules.claim(
                        candidate.loaded(),
                        args.capabilities(),
                        acquisition,
                        calls.settings().reclaimGrace().toMillis(),
                        now);
                for (Change change : decision.changes()) {
                    if (change instanceof Change.Acquired acquired) {
                        left.add(new Left(candidate.loaded(), acquired));
                    }
                }
                changes.addAll(decision.changes());
                events.addAll(decision.events());
                decision.answer()
                        .orThrow()
                        .map(acquired -> handles.claim(acquired, candidate.content(), args.leaseTtlMs()))
                        .ifPresent(claims::add);
            }
            Calls.store(tx, changes, events);
            if (claims.size() == args.limit() || candidates.size() < scan.limit()) {
                return new Taken(claims, left);
            }
            var last = candidates.get(candidates.size() - 1).loaded().execution();
            scan = scan.behind(ClaimScan.Position.of(last), Math.max(args.limit(), LEAST_LOOK));
        }
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

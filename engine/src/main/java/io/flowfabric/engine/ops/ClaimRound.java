package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Deliberation.Left;
import io.flowfabric.engine.ops.Lookout.Rest;
import io.flowfabric.engine.rules.Acquisition;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Hands out work to several claimers in one transaction. Those with the same wish go together: one walk along the queues
 * serves one after the other, and costs as many statements as it would for one of them.
 */
final class ClaimRound {
    private static final int LEAST_LOOK = 16;

    /** As many rows are loaded at once, whoever they are for. */
    private static final int MOST_LOOK = 256;

    private final WriteTx tx;
    private final Handles handles;
    private final Duration reclaimGrace;

    ClaimRound(WriteTx tx, Handles handles, Duration reclaimGrace) {
        this.tx = tx;
        this.handles = handles;
        this.reclaimGrace = reclaimGrace;
    }

    /**
     * What a claimer got, and how the executions were left behind.
     *
     * @param rest what there is still for claimers with the same wish, should it have got fewer than it wanted
     */
    record Taken(List<Claim> claims, List<Left> left, Rest rest) {
        static final Taken NOTHING = new Taken(List.of(), List.of(), Rest.NOTHING);
    }

    /** What each of them gets, in their order. */
    List<Taken> handOut(List<ClaimRequest> requests) {
        var takers = requests.stream().map(Taker::new).toList();
        takers.stream()
                .collect(Collectors.groupingBy(taker -> Wish.of(taker.args), LinkedHashMap::new, Collectors.toList()))
                .forEach(this::serve);
        return takers.stream().map(Taker::taken).toList();
    }

    private static final class Taker {
        private final ClaimRequest args;
        private final List<Claim> claims = new ArrayList<>();
        private final List<Left> left = new ArrayList<>();
        private Rest rest = Rest.NOTHING;

        Taker(ClaimRequest args) {
            this.args = args;
        }

        int wants() {
            return args.limit() - claims.size();
        }

        Acquisition acquisition() {
            return Acquisition.of(
                            args.workerId(),
                            args.workerInstanceId(),
                            LeaseId.mint(),
                            AttemptId.mint(),
                            args.leaseTtlMs())
                    .marked(args.terms().marksAt(claims.size()));
        }

        Taken taken() {
            return new Taken(List.copyOf(claims), left, rest);
        }
    }

    private void serve(Wish wish, List<Taker> takers) {
        var served = tx.queuesOf(wish.lane()).stream()
                .filter(queue -> ClaimRules.serves(
                        wish.capabilities(), wish.namespace(), queue.namespace(), queue.requiredCapabilities()))
                .map(WriteTx.Queue::number)
                .toList();
        if (!served.isEmpty()) {
            var rest = walk(served, new ArrayDeque<>(takers));
            takers.forEach(taker -> taker.rest = rest);
        }
    }

    /** Takes what it can from the front of the queues and passes over what the rules withhold; answers what it left. */
    private Rest walk(List<Integer> queues, Deque<Taker> waiting) {
        var rest = Rest.NOTHING;
        boolean complete = true;
        var scan = new ClaimScan(queues, Optional.empty(), wanted(waiting));
        while (true) {
            var front = tx.lockClaimable(scan);
            var candidates = front.candidates();
            complete &= front.complete();
            var changes = new ArrayList<Change>();
            var events = new ArrayList<Event>();
            long now = tx.now();
            for (var candidate : candidates) {
                if (waiting.isEmpty()) {
                    break;
                }
                var grantedTo = ClaimRules.grantedTo(candidate.loaded(), now);
                var taker = takerFor(grantedTo, waiting);
                offer(candidate, taker, now, changes, events);
                if (taker.wants() == 0) {
                    waiting.remove(taker);
                }
                if (grantedTo
                        .filter(holder -> !holder.equals(taker.args.workerId()))
                        .isPresent()) {
                    rest = Rest.FOR_OTHERS;
                }
            }
            Calls.store(tx, changes, events);
            if (waiting.isEmpty() || candidates.size() < scan.limit()) {
                return complete ? rest : Rest.UNSEEN;
            }
            var last = candidates.get(candidates.size() - 1).loaded().execution();
            scan = scan.behind(ClaimScan.Position.of(last), Math.max(wanted(waiting), LEAST_LOOK));
        }
    }

    /** The first in the line, except for what is granted to a worker: that is for its own claimers. */
    private static Taker takerFor(Optional<WorkerId> grantedTo, Deque<Taker> waiting) {
        return grantedTo
                .flatMap(holder -> waiting.stream()
                        .filter(taker -> taker.args.workerId().equals(holder))
                        .findFirst())
                .orElseGet(waiting::element);
    }

    private static int wanted(Deque<Taker> waiting) {
        return Math.min(waiting.stream().mapToInt(Taker::wants).sum(), MOST_LOOK);
    }

    private void offer(Candidate candidate, Taker taker, long now, List<Change> changes, List<Event> events) {
        var decision = ClaimRules.claim(
                candidate.loaded(), taker.args.capabilities(), taker.acquisition(), reclaimGrace.toMillis(), now);
        for (Change change : decision.changes()) {
            if (change instanceof Change.Acquired acquired) {
                taker.left.add(new Left(candidate.loaded(), acquired));
            }
        }
        changes.addAll(decision.changes());
        events.addAll(decision.events());
        decision.answer()
                .orThrow()
                .map(acquired -> handles.claim(acquired, candidate.content(), taker.args.leaseTtlMs()))
                .ifPresent(taker.claims::add);
    }
}

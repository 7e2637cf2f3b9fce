package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Deliberation.Left;
import io.flowfabric.engine.rules.Acquisition;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
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

    /** What a claimer got, and how the executions were left behind. */
    record Taken(List<Claim> claims, List<Left> left) {}

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
            return new Taken(List.copyOf(claims), left);
        }
    }

    private void serve(Wish wish, List<Taker> takers) {
        var served = tx.queuesOf(wish.lane()).stream()
                .filter(queue -> ClaimRules.serves(
                        wish.capabilities(), wish.namespace(), queue.namespace(), queue.requiredCapabilities()))
                .map(WriteTx.Queue::number)
                .toList();
        if (!served.isEmpty()) {
            walk(served, new ArrayDeque<>(takers));
        }
    }

    /** Takes what it can from the front of the queues and passes over what the rules withhold. */
    private void walk(List<Integer> queues, Deque<Taker> waiting) {
        var scan = new ClaimScan(queues, Optional.empty(), wanted(waiting));
        while (true) {
            var candidates = tx.lockClaimable(scan);
            var changes = new ArrayList<Change>();
            var events = new ArrayList<Event>();
            long now = tx.now();
            for (var candidate : candidates) {
                var taker = waiting.peek();
                if (taker == null) {
                    break;
                }
                offer(candidate, taker, now, changes, events);
                if (taker.wants() == 0) {
                    waiting.remove();
                }
            }
            Calls.store(tx, changes, events);
            if (waiting.isEmpty() || candidates.size() < scan.limit()) {
                return;
            }
            var last = candidates.get(candidates.size() - 1).loaded().execution();
            scan = scan.behind(ClaimScan.Position.of(last), Math.max(wanted(waiting), LEAST_LOOK));
        }
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

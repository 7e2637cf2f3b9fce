package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Deliberation.Left;
import io.flowfabric.engine.ops.Lookout.Rest;
import io.flowfabric.engine.rules.Acquired;
import io.flowfabric.engine.rules.Acquisition;
import io.flowfabric.engine.rules.AnswerRules;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.LaneRules;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimFront;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Hands out work to several claimers in one transaction. Those with the same wish go together: one walk along the lanes
 * serves one after the other, and costs as many statements as it would for one of them.
 */
final class ClaimRound {
    /** As many rows are loaded at once, whoever they are for. */
    private static final int MOST_LOOK = 256;

    private final WriteTx tx;
    private final Handles handles;
    private final Duration reclaimGrace;
    private final long room;

    /** What all claims of this round weigh. */
    private long bytes;

    /** The next candidate was too large for what is left of the room; it and all behind it are left alone. */
    private boolean full;

    /** @param room how many bytes of content it may hand out, to all claimers together */
    ClaimRound(WriteTx tx, Handles handles, Duration reclaimGrace, long room) {
        this.tx = tx;
        this.handles = handles;
        this.reclaimGrace = reclaimGrace;
        this.room = room;
    }

    /**
     * A look for work.
     *
     * @param turn by which the lanes of the claim take turns
     */
    record Look(ClaimRequest args, long turn) implements Weighed {
        @Override
        public long weight() {
            return args.limit() * ROW_WEIGHT;
        }
    }

    /**
     * What a claimer got, and how the executions were left behind.
     *
     * @param rest what there is still for claimers with the same wish, should it have got fewer than it wanted
     */
    record Taken(List<Claim> claims, List<Left> left, Rest rest) {
        static final Taken NOTHING = new Taken(List.of(), List.of(), Rest.NOTHING);

        /** Others got so much that this claimer has to come again, with nothing; the next round has room for it. */
        static final Taken AGAIN = new Taken(List.of(), List.of(), Rest.UNSEEN);

        /** The next execution for this claimer is larger than what the process has memory for. */
        static final Taken NO_ROOM = new Taken(List.of(), List.of(), Rest.UNSEEN);
    }

    /** What each of them gets, in their order. */
    List<Taken> handOut(List<Look> looks) {
        var takers = looks.stream().map(Taker::new).toList();
        takers.stream()
                .collect(Collectors.groupingBy(taker -> Wish.of(taker.args), LinkedHashMap::new, Collectors.toList()))
                .forEach(this::serve);
        return takers.stream().map(this::taken).toList();
    }

    private Taken taken(Taker taker) {
        if (full && taker.claims.isEmpty()) {
            return bytes > 0 ? Taken.AGAIN : Taken.NO_ROOM;
        }
        return new Taken(List.copyOf(taker.claims), taker.left, full ? Rest.MAYBE_MORE : taker.rest);
    }

    private static final class Taker {
        private final ClaimRequest args;
        private final long turn;
        private final List<Claim> claims = new ArrayList<>();
        private final List<Left> left = new ArrayList<>();
        private int count;
        private Rest rest = Rest.NOTHING;

        Taker(Look look) {
            this.args = look.args();
            this.turn = look.turn();
        }

        int wants() {
            return args.limit() - count;
        }

        Acquisition acquisition() {
            return Acquisition.of(
                            args.workerId(),
                            args.workerInstanceId(),
                            LeaseId.mint(),
                            AttemptId.mint(),
                            args.leaseTtlMs())
                    .marked(args.terms().marksAt(count));
        }
    }

    /** A candidate that was leased to a claimer. */
    private record Leased(Candidate candidate, Taker taker, Acquired acquired) {}

    /** Takes what it can from the lanes, each for its share; what one cannot give, the others are asked for. */
    private void serve(Wish wish, List<Taker> takers) {
        var lanes = fronts(wish);
        var waiting = new ArrayDeque<>(takers);
        long turn = takers.get(0).turn;
        var rest = Rest.NOTHING;
        while (!full && !waiting.isEmpty() && !lanes.isEmpty()) {
            int[] shares = LaneRules.shares(lanes.stream().map(LaneFront::lane).toList(), wanted(waiting), turn);
            for (int i = 0; i < shares.length; i++) {
                lanes.get(i).want(shares[i]);
            }
            rest = Rest.worseOf(rest, walk(lanes, waiting));
            lanes.removeIf(LaneFront::isShort);
        }
        for (var taker : takers) {
            taker.rest = rest;
        }
    }

    /** The lanes with queues that serve a wish; those that have no work share in nothing when there are several. */
    private List<LaneFront> fronts(Wish wish) {
        var served = tx.queuesOf(wish.laneIds(), wish.namespace()).stream()
                .filter(wish::isFor)
                .toList();
        var numbers = served.stream().map(Queue::number).collect(Collectors.toSet());
        var busy = wish.lanes().size() > 1 && !numbers.isEmpty() ? tx.withCandidates(numbers) : numbers;
        var byLane = served.stream()
                .filter(queue -> busy.contains(queue.number()))
                .collect(Collectors.groupingBy(
                        Queue::lane, Collectors.mapping(Queue::number, Collectors.toUnmodifiableList())));
        return wish.lanes().stream()
                .filter(lane -> byLane.containsKey(lane.laneId()))
                .map(lane -> new LaneFront(lane, byLane.get(lane.laneId())))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Takes from the front of the lanes what is wanted of each, and passes over what the rules withhold. */
    private Rest walk(List<LaneFront> lanes, Deque<Taker> waiting) {
        var rest = Rest.NOTHING;
        for (var wanted = wanted(lanes); !full && !wanted.isEmpty(); wanted = wanted(lanes)) {
            var found = tx.lockClaimable(wanted.stream().map(LaneFront::scan).toList());
            var offers = new ArrayList<List<Offer>>();
            for (int i = 0; i < found.size(); i++) {
                var lane = wanted.get(i);
                var candidates = found.get(i).candidates();
                lane.found(candidates);
                offers.add(candidates.stream()
                        .map(candidate -> new Offer(lane, candidate))
                        .toList());
            }
            if (!found.stream().allMatch(ClaimFront::complete)) {
                rest = Rest.UNSEEN;
            }
            rest = Rest.worseOf(rest, handOut(LaneRules.interleaved(offers), waiting));
        }
        return rest;
    }

    private record Offer(LaneFront lane, Candidate candidate) {}

    private Rest handOut(List<Offer> offers, Deque<Taker> waiting) {
        var rest = Rest.NOTHING;
        var changes = new ArrayList<Change>();
        var events = new ArrayList<Event>();
        var leased = new ArrayList<Leased>();
        long now = tx.now();
        for (var offer : offers) {
            if (offer.lane().isWanted()) {
                var grantedTo = ClaimRules.grantedTo(offer.candidate().loaded(), now);
                var taker = takerFor(grantedTo, waiting);
                var acquired = offer(offer.candidate(), taker, now, changes, events);
                if (full) {
                    break;
                }
                acquired.ifPresent(lease -> leased.add(new Leased(offer.candidate(), taker, lease)));
                offer.lane().visited(offer.candidate(), acquired.isPresent());
                if (taker.wants() == 0) {
                    waiting.remove(taker);
                }
                if (grantedTo
                        .filter(holder -> !holder.equals(taker.args.workerId()))
                        .isPresent()) {
                    rest = Rest.FOR_OTHERS;
                }
            }
        }
        handOver(leased);
        Calls.store(tx, changes, events);
        return rest;
    }

    /** Reads what is large of those that were leased, and of no others. */
    private void handOver(List<Leased> leased) {
        var large = leased.stream()
                .filter(one -> one.candidate().content().isEmpty())
                .map(one -> one.acquired().execution().id())
                .toList();
        var contents = large.isEmpty() ? Map.<ExecutionId, ExecutionContent>of() : tx.contents(large);
        for (var one : leased) {
            var id = one.acquired().execution().id();
            var content = one.candidate()
                    .content()
                    .or(() -> Optional.ofNullable(contents.get(id)))
                    .orElseThrow();
            one.taker()
                    .claims
                    .add(handles.claim(one.acquired(), content, one.taker().args.leaseTtlMs()));
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

    private static List<LaneFront> wanted(List<LaneFront> lanes) {
        return lanes.stream().filter(LaneFront::isWanted).toList();
    }

    private static int wanted(Deque<Taker> waiting) {
        return Math.min(waiting.stream().mapToInt(Taker::wants).sum(), MOST_LOOK);
    }

    /** What its taker has of it now; empty when it was passed over, or is too large for what is left of the room. */
    private Optional<Acquired> offer(
            Candidate candidate, Taker taker, long now, List<Change> changes, List<Event> events) {
        if (!Wish.of(taker.args).isFor(candidate.executionKind())) {
            return Optional.empty();
        }
        var decision = ClaimRules.claim(
                candidate.loaded(), taker.args.capabilities(), taker.acquisition(), reclaimGrace.toMillis(), now);
        var acquired = decision.answer().orThrow();
        if (acquired.isPresent()) {
            long weight = AnswerRules.weight(candidate.contentBytes());
            full = !AnswerRules.takes(bytes, weight, room);
            if (full) {
                return Optional.empty();
            }
            bytes += weight;
            taker.count++;
        }
        for (Change change : decision.changes()) {
            if (change instanceof Change.Acquired kept) {
                taker.left.add(new Left(candidate.loaded(), kept));
            }
        }
        changes.addAll(decision.changes());
        events.addAll(decision.events());
        return acquired;
    }
}

package io.flowfabric.engine.ops;

import io.flowfabric.engine.command.CommandBatch.AppliedChange;
import io.flowfabric.engine.command.Effects;
import io.flowfabric.engine.command.Weighed;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.lane.LaneRules;
import io.flowfabric.engine.rules.limit.AnswerRules;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimFront;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.engine.waiting.PollSource.Remainder;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
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
 * Leases work to several claimers in one transaction. Claimers with equal filters are served together: one scan of the
 * lanes serves one after the other, and needs as many statements as for a single claimer.
 */
final class ClaimRound {
    /** How many rows are loaded at once, for all claimers together. */
    private static final int MOST_READ = 256;

    private final WriteTx tx;
    private final Handles handles;
    private final Duration reclaimGrace;
    private final long room;

    /** What all claims of this round weigh. */
    private long bytes;

    /** The next candidate was too large for the memory that is left; it and all behind it stay unclaimed. */
    private boolean full;

    /** @param room how many bytes of content all claimers together may receive */
    ClaimRound(WriteTx tx, Handles handles, Duration reclaimGrace, long room) {
        this.tx = tx;
        this.handles = handles;
        this.reclaimGrace = reclaimGrace;
        this.room = room;
    }

    /**
     * One poll of a claim.
     *
     * @param turn by which the lanes of the claim take turns
     */
    record ClaimPoll(ClaimRequest args, long turn) implements Weighed {
        @Override
        public long weight() {
            return args.limit() * ROW_WEIGHT;
        }
    }

    /**
     * What a claimer got, and how the executions were left behind.
     *
     * @param rest what is left for claimers with an equal filter, if it got fewer than its limit
     */
    record Taken(List<Claim> claims, List<AppliedChange> left, Remainder rest) {
        static final Taken NOTHING = new Taken(List.of(), List.of(), Remainder.NOTHING);

        /** Other claimers used up the memory of this round, so this one polls again; the next round has room for it. */
        static final Taken AGAIN = new Taken(List.of(), List.of(), Remainder.UNSEEN);

        /** The next execution for this claimer is larger than what the process has memory for. */
        static final Taken NO_ROOM = new Taken(List.of(), List.of(), Remainder.UNSEEN);
    }

    /** What each of them gets, in their order. */
    List<Taken> handOut(List<ClaimPoll> polls) {
        var takers = polls.stream().map(Taker::new).toList();
        takers.stream()
                .collect(Collectors.groupingBy(taker -> taker.filter, LinkedHashMap::new, Collectors.toList()))
                .forEach(this::serve);
        return takers.stream().map(this::taken).toList();
    }

    private Taken taken(Taker taker) {
        if (full && taker.claims.isEmpty()) {
            return bytes > 0 ? Taken.AGAIN : Taken.NO_ROOM;
        }
        return new Taken(List.copyOf(taker.claims), taker.left, full ? Remainder.MAYBE_MORE : taker.rest);
    }

    private static final class Taker {
        private final ClaimRequest args;
        private final ClaimFilter filter;
        private final long turn;
        private final List<Claim> claims = new ArrayList<>();
        private final List<AppliedChange> left = new ArrayList<>();
        private int count;
        private Remainder rest = Remainder.NOTHING;

        Taker(ClaimPoll poll) {
            this.args = poll.args();
            this.filter = ClaimFilter.of(args);
            this.turn = poll.turn();
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

    /** Takes from each lane its share; what one lane lacks is taken from the others. */
    private void serve(ClaimFilter filter, List<Taker> takers) {
        var lanes = fronts(filter);
        var waiting = new ArrayDeque<>(takers);
        long turn = takers.get(0).turn;
        var rest = Remainder.NOTHING;
        while (!full && !waiting.isEmpty() && !lanes.isEmpty()) {
            int[] shares = LaneRules.shares(lanes.stream().map(LaneFront::lane).toList(), wanted(waiting), turn);
            for (int i = 0; i < shares.length; i++) {
                lanes.get(i).want(shares[i]);
            }
            rest = Remainder.worseOf(rest, walk(lanes, waiting));
            lanes.removeIf(LaneFront::isShort);
        }
        for (var taker : takers) {
            taker.rest = rest;
        }
    }

    /** The lanes that match a filter; of several, those without work get no share. */
    private List<LaneFront> fronts(ClaimFilter filter) {
        var served = tx.lanes().queuesOf(filter.laneIds(), filter.namespace()).stream()
                .filter(filter::isFor)
                .toList();
        var numbers = served.stream().map(Queue::number).collect(Collectors.toSet());
        var busy = filter.lanes().size() > 1 && !numbers.isEmpty()
                ? tx.executions().withCandidates(numbers)
                : numbers;
        var byLane = served.stream()
                .filter(queue -> busy.contains(queue.number()))
                .collect(Collectors.groupingBy(
                        Queue::lane, Collectors.mapping(Queue::number, Collectors.toUnmodifiableList())));
        return filter.lanes().stream()
                .filter(lane -> byLane.containsKey(lane.laneId()))
                .map(lane -> new LaneFront(lane, byLane.get(lane.laneId())))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Takes from the front of each lane its share, and skips what the rules withhold. */
    private Remainder walk(List<LaneFront> lanes, Deque<Taker> waiting) {
        var rest = Remainder.NOTHING;
        for (var wanted = wanted(lanes); !full && !wanted.isEmpty(); wanted = wanted(lanes)) {
            var found = tx.executions()
                    .lockClaimable(wanted.stream().map(LaneFront::scan).toList());
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
                rest = Remainder.UNSEEN;
            }
            rest = Remainder.worseOf(rest, handOut(LaneRules.interleaved(offers), waiting));
        }
        return rest;
    }

    private record Offer(LaneFront lane, Candidate candidate) {}

    private Remainder handOut(List<Offer> offers, Deque<Taker> waiting) {
        var rest = Remainder.NOTHING;
        var effects = new Effects();
        var leased = new ArrayList<Leased>();
        long now = tx.now();
        for (var offer : offers) {
            if (offer.lane().isWanted()) {
                var grantedTo = ClaimRules.grantedTo(offer.candidate().loaded(), now);
                var taker = takerFor(grantedTo, waiting);
                var acquired = offer(offer.candidate(), taker, now, effects);
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
                    rest = Remainder.FOR_OTHERS;
                }
            }
        }
        handOver(leased);
        effects.store(tx);
        return rest;
    }

    /** Reads large content, only of executions that were leased. */
    private void handOver(List<Leased> leased) {
        var large = leased.stream()
                .filter(one -> one.candidate().content().isEmpty())
                .map(one -> one.acquired().execution().id())
                .toList();
        var contents = large.isEmpty()
                ? Map.<ExecutionId, ExecutionContent>of()
                : tx.executions().contents(large);
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

    /** The first claimer, except for what is granted to a worker: that is for its own claims. */
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
        return Math.min(waiting.stream().mapToInt(Taker::wants).sum(), MOST_READ);
    }

    /**
     * The lease that the taker got; empty when the candidate was skipped, or is too large for the memory that is left.
     */
    private Optional<Acquired> offer(Candidate candidate, Taker taker, long now, Effects effects) {
        if (!taker.filter.isFor(candidate.executionKind())) {
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
                taker.left.add(new AppliedChange(candidate.loaded(), kept));
            }
        }
        effects.add(decision);
        return acquired;
    }
}

package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.claim.ClaimScan.Position;
import io.flowfabric.model.op.claim.LaneWeight;
import java.util.List;
import java.util.Optional;

/** How far a walk has come on one lane. Belongs to one transaction. */
final class LaneFront {
    /** After skipped candidates the next scan reads further ahead: there may be many of them. */
    private static final int LOOK_AHEAD = 16;

    private final LaneWeight lane;
    private final List<Integer> queues;
    private Optional<Position> after = Optional.empty();
    private int wanted;
    private int asked;
    private int unvisited;
    private boolean passedOver;
    private boolean ended;

    LaneFront(LaneWeight lane, List<Integer> queues) {
        this.lane = lane;
        this.queues = queues;
    }

    LaneWeight lane() {
        return lane;
    }

    /** Sets how many are to be taken from it next. */
    void want(int count) {
        wanted = count;
        passedOver = false;
    }

    /** Whether it is to give more, and may have more. */
    boolean isWanted() {
        return wanted > 0 && !(ended && unvisited == 0);
    }

    /** Whether it had fewer than wanted, once it is walked. */
    boolean isShort() {
        return wanted > 0;
    }

    /** The next scan, from where the last one ended. */
    ClaimScan scan() {
        asked = passedOver ? Math.max(wanted, LOOK_AHEAD) : wanted;
        return new ClaimScan(queues, after, asked);
    }

    /** What the scan has found; each is then visited, or the walk ends. */
    void found(List<Candidate> candidates) {
        unvisited = candidates.size();
        ended = candidates.size() < asked;
    }

    /** A candidate was taken or skipped. */
    void visited(Candidate candidate, boolean taken) {
        wanted -= taken ? 1 : 0;
        passedOver |= !taken;
        unvisited--;
        after = Optional.of(Position.of(candidate.loaded().execution()));
    }
}

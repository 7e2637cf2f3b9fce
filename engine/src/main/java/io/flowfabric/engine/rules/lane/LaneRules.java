package io.flowfabric.engine.rules.lane;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.LaneWeight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How several lanes share one claim: by their weights, among those that have work. */
public final class LaneRules {
    /** The fractional part of the golden ratio in 32 bits: its multiples fill the circle as evenly as any can. */
    private static final long GOLDEN = 0x9E37_79B9L;

    private static final int FRACTION_BITS = 32;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;

    private LaneRules() {}

    /** Refuses no lanes, too many, one twice, and a weight out of range, before anything is read. */
    public static Optional<EngineError> checkLanes(List<LaneWeight> lanes) {
        if (lanes.isEmpty() || lanes.size() > Limits.LANES) {
            return invalid("lanes: " + lanes.size(), "One claim names 1 to %d lanes.".formatted(Limits.LANES));
        }
        var known = new HashSet<LaneId>();
        for (var lane : lanes) {
            if (!known.add(lane.laneId())) {
                return invalid("lanes: " + lane.laneId() + " twice", "Name each lane once, with the weight it has.");
            }
            if (lane.weight() < 1 || lane.weight() > Limits.LANE_WEIGHT) {
                return invalid(
                        "weight of lane %s: %d".formatted(lane.laneId(), lane.weight()),
                        "A lane weighs 1 to %d; leave out one that is to get nothing.".formatted(Limits.LANE_WEIGHT));
            }
        }
        return Optional.empty();
    }

    /** Refuses a turn that no caller can have counted. */
    public static Optional<EngineError> checkTurn(OptionalLong turn) {
        return turn.isPresent() ? Limits.named("turn").check("turn", turn.getAsLong()) : Optional.empty();
    }

    /**
     * How many executions of a claim come from each lane, if all of them have enough. A lane's share is proportional to
     * its weight, rounded up or down; which lanes are rounded up changes with the turn, so that claims of one execution
     * each come from the lanes in proportion to their weights. The shares add up to the limit.
     *
     * <p>Think of the lanes as segments of a line, each as long as its weight, and of the line as divided into {@code
     * limit} equal steps. A lane gets one execution for each step that ends in it; the turn says where the first one
     * ends.
     */
    public static int[] shares(List<LaneWeight> lanes, int limit, long turn) {
        long whole = lanes.stream().mapToInt(LaneWeight::weight).sum();
        long start = turn * GOLDEN & FRACTION;
        int[] shares = new int[lanes.size()];
        long end = 0;
        int given = 0;
        for (int i = 0; i < shares.length; i++) {
            end += lanes.get(i).weight();
            int givenNext = (int) ((((end * limit) << FRACTION_BITS) / whole + start) >> FRACTION_BITS);
            shares[i] = givenNext - given;
            given = givenNext;
        }
        return shares;
    }

    /** One list of several, in which the elements of each are spread evenly and keep their order. */
    public static <T> List<T> interleaved(List<List<T>> lists) {
        if (lists.size() == 1) {
            return lists.get(0);
        }
        record Placed<T>(T element, double place) {}
        var all = new ArrayList<Placed<T>>();
        for (var list : lists) {
            for (int i = 0; i < list.size(); i++) {
                all.add(new Placed<>(list.get(i), (i + 0.5) / list.size()));
            }
        }
        all.sort(Comparator.comparingDouble(Placed::place));
        return all.stream().map(Placed::element).toList();
    }

    private static Optional<EngineError> invalid(String detail, String wayOut) {
        return Optional.of(EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut));
    }
}

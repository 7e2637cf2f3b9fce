package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.ClaimRound.Taken;
import io.flowfabric.model.op.ClaimRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A claimer, with what claimers who may run the same executions saw before. */
final class ClaimLookout implements Lookout<Taken> {
    /** More kinds of claimers than a process has; beyond it all sights are forgotten, which costs each of them a look. */
    private static final int MOST_SIGHTS = 1000;

    /** What claimers of this process saw last, by what they look for. Safe for use by any thread. */
    static final class Sights {
        private final Map<Wish, Sight> last = new ConcurrentHashMap<>();

        private void put(Wish wish, Sight sight) {
            if (last.size() >= MOST_SIGHTS) {
                last.clear();
            }
            last.put(wish, sight);
        }
    }

    private final Calls calls;
    private final Sights sights;
    private final Wish wish;
    private final int limit;
    private final Supplier<Taken> look;

    ClaimLookout(Calls calls, Sights sights, ClaimRequest args, Supplier<Taken> look) {
        this.calls = calls;
        this.sights = sights;
        this.wish = Wish.of(args);
        this.limit = args.limit();
        this.look = look;
    }

    @Override
    public Taken look() {
        return look.get();
    }

    @Override
    public boolean isFound(Taken seen) {
        return !seen.claims().isEmpty();
    }

    @Override
    public Rest rest(Taken seen) {
        return seen.claims().size() < limit ? seen.rest() : Rest.MAYBE_MORE;
    }

    @Override
    public Taken nothing() {
        return Taken.NOTHING;
    }

    @Override
    public Optional<Sight> lastSight() {
        return Optional.ofNullable(sights.last.get(wish));
    }

    @Override
    public void keep(Sight sight) {
        sights.put(wish, sight);
    }

    @Override
    public boolean isWorthALook() {
        return calls.read(tx -> tx.lanes().mayHaveWork(wish.laneIds(), wish.namespace()));
    }
}

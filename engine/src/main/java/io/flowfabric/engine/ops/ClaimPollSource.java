package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.ClaimRound.Taken;
import io.flowfabric.engine.waiting.PollSource;
import io.flowfabric.model.op.claim.ClaimRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Polls for a claim, and shares empty polls with claims of an equal filter. */
final class ClaimPollSource implements PollSource<Taken> {
    /** More filters than a process has; beyond it all empty polls are forgotten, which costs each filter one poll. */
    private static final int MOST_FILTERS = 1000;

    /** The last empty polls of this process, by filter. Safe for use by any thread. */
    static final class EmptyPolls {
        private final Map<ClaimFilter, EmptyPoll> last = new ConcurrentHashMap<>();

        private void put(ClaimFilter filter, EmptyPoll emptyPoll) {
            if (last.size() >= MOST_FILTERS) {
                last.clear();
            }
            last.put(filter, emptyPoll);
        }
    }

    private final EmptyPolls emptyPolls;
    private final ClaimFilter filter;
    private final int limit;
    private final Supplier<Taken> look;

    ClaimPollSource(EmptyPolls emptyPolls, ClaimRequest args, Supplier<Taken> look) {
        this.emptyPolls = emptyPolls;
        this.filter = ClaimFilter.of(args);
        this.limit = args.limit();
        this.look = look;
    }

    @Override
    public Taken poll() {
        return look.get();
    }

    @Override
    public boolean isFound(Taken seen) {
        return !seen.work().isEmpty();
    }

    @Override
    public Remainder rest(Taken seen) {
        return seen.work().size() < limit ? seen.rest() : Remainder.MAYBE_MORE;
    }

    @Override
    public Taken nothing() {
        return Taken.NOTHING;
    }

    @Override
    public Optional<EmptyPoll> lastEmptyPoll() {
        return Optional.ofNullable(emptyPolls.last.get(filter));
    }

    @Override
    public void keep(EmptyPoll emptyPoll) {
        emptyPolls.put(filter, emptyPoll);
    }
}

package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.AwaitResultOutcome.Ended;
import io.flowfabric.model.op.AwaitResultOutcome.Pending;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Waits for one execution to end: looks for itself first, when it seems to have ended, and when its time is over. */
final class EndVigil extends TimedVigil<AwaitResultOutcome> {
    private final EndWatch watch;
    private final ExecutionId id;
    private final Supplier<AwaitResultOutcome> look;
    private final AtomicBoolean entered = new AtomicBoolean();

    EndVigil(EndWatch watch, ExecutionId id, long maxWaitMs, Supplier<AwaitResultOutcome> look) {
        super(maxWaitMs);
        this.watch = watch;
        this.id = id;
        this.look = look;
    }

    @Override
    public Doorbell bell() {
        return watch.bell();
    }

    @Override
    public Optional<AwaitResultOutcome> step(boolean closing) {
        if (!hasLooked()) {
            return begin(closing);
        }
        if (closing) {
            return Optional.of(nothing());
        }
        if (patience().hasPassed()) {
            return lookAlone();
        }
        var sight = watch.look(patience());
        if (sight.isEmpty() || sight.get().settled().contains(id)) {
            return lookAlone();
        }
        looked(sight.get().position(), sight.get().again());
        return Optional.empty();
    }

    /** Enters before it looks, so that no end falls between the two. */
    private Optional<AwaitResultOutcome> begin(boolean closing) {
        if (!closing && !patience().hasPassed()) {
            entered.set(true);
            watch.enter(id);
        }
        var answer = lookAlone();
        return closing ? Optional.of(answer.orElseGet(this::nothing)) : answer;
    }

    private Optional<AwaitResultOutcome> lookAlone() {
        long position = bell().position();
        var answer = look.get();
        looked(position, watch.again());
        return answer instanceof Ended || patience().hasPassed() ? Optional.of(answer) : Optional.empty();
    }

    @Override
    public AwaitResultOutcome nothing() {
        return new Pending();
    }

    @Override
    public void end() {
        if (entered.compareAndSet(true, false)) {
            watch.leave(id);
        }
    }
}

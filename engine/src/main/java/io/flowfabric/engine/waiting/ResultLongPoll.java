package io.flowfabric.engine.waiting;

import io.flowfabric.engine.store.wakeup.WakeUpSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultOutcome.Ended;
import io.flowfabric.model.op.submit.AwaitResultOutcome.Pending;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Waits for one execution to end: queries it at first, when it seems to have ended, and at the deadline. */
public final class ResultLongPoll extends DeadlineLongPoll<AwaitResultOutcome> {
    private final ResultWatcher watcher;
    private final ExecutionId id;
    private final WakeUpSource wakeUps;
    private final Supplier<AwaitResultOutcome> query;
    private final AtomicBoolean entered = new AtomicBoolean();

    public ResultLongPoll(ResultWatcher watcher, ExecutionId id, long maxWaitMs, Supplier<AwaitResultOutcome> query) {
        super(maxWaitMs);
        this.watcher = watcher;
        this.id = id;
        this.wakeUps = watcher.endOf(id);
        this.query = query;
    }

    @Override
    public WakeUpSource wakeUps() {
        return wakeUps;
    }

    @Override
    public Optional<AwaitResultOutcome> step(boolean closing) {
        if (!hasPolled()) {
            return begin(closing);
        }
        if (closing) {
            return Optional.of(nothing());
        }
        if (deadline().hasPassed()) {
            return pollAlone();
        }
        if (watcher.hasRungForAllSince(seen())) {
            return pollShared();
        }
        if (!wakeUps.hasRungSince(seen())) {
            watcher.fallbackPoll().askIfDue();
        }
        if (wakeUps.hasRungSince(seen())) {
            return pollAlone();
        }
        polled(seen(), watcher.fallbackPoll().next());
        return Optional.empty();
    }

    private Optional<AwaitResultOutcome> pollShared() {
        var shared = watcher.poll(deadline());
        if (shared.isEmpty() || shared.get().settled().contains(id)) {
            return pollAlone();
        }
        polled(shared.get().position(), watcher.fallbackPoll().next());
        return Optional.empty();
    }

    /** Enters before it queries, so that no end falls between the two. */
    private Optional<AwaitResultOutcome> begin(boolean closing) {
        if (!closing && !deadline().hasPassed()) {
            entered.set(true);
            watcher.enter(id);
        }
        var answer = pollAlone();
        return closing ? Optional.of(answer.orElseGet(this::nothing)) : answer;
    }

    private Optional<AwaitResultOutcome> pollAlone() {
        long position = wakeUps.position();
        var answer = query.get();
        polled(position, watcher.fallbackPoll().next());
        return answer instanceof Ended || deadline().hasPassed() ? Optional.of(answer) : Optional.empty();
    }

    @Override
    public AwaitResultOutcome nothing() {
        return new Pending();
    }

    @Override
    public void end() {
        if (entered.compareAndSet(true, false)) {
            watcher.leave(id);
        }
    }
}

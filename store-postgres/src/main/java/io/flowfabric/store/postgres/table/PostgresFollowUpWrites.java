package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.read.StoredFollowUp;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.engine.store.write.FollowUpWrites;
import io.flowfabric.store.postgres.notify.PostgresDoorbells;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/** The follow-ups of a write transaction. */
final class PostgresFollowUpWrites implements FollowUpWrites {
    private final PostgresScope scope;
    private final PostgresFollowUpTable table;
    private final LongSupplier now;
    private final Runnable locked;
    private final PostgresDoorbells doorbells;
    private WakeUps wakeUps = WakeUps.NONE;

    /** @param locked is run when rows were locked, which may have taken time */
    PostgresFollowUpWrites(PostgresScope scope, LongSupplier now, Runnable locked, PostgresDoorbells doorbells) {
        this.scope = scope;
        this.table = new PostgresFollowUpTable(scope);
        this.now = now;
        this.locked = locked;
        this.doorbells = doorbells;
    }

    @Override
    public void append(List<FollowUp> followUps) {
        table.append(followUps, now.getAsLong());
        wake(WakeUps.FOLLOW_UPS);
    }

    @Override
    public List<StoredFollowUp> lockDue(FollowUpKind kind, long by, int limit) {
        var due = table.lockDue(kind, by, limit);
        locked.run();
        return due;
    }

    @Override
    public void finish(Collection<StoredFollowUp> done) {
        table.finish(done);
    }

    @Override
    public void advance(List<StoredFollowUp> moved) {
        table.advance(moved, now.getAsLong());
    }

    @Override
    public boolean fail(StoredFollowUp failed, long nextTryAt) {
        wake(WakeUps.ofDueTime(nextTryAt));
        return table.fail(failed, nextTryAt);
    }

    /** What the commit wakes for them. */
    WakeUps wakeUps() {
        return wakeUps;
    }

    private void wake(WakeUps more) {
        if (wakeUps.equals(WakeUps.NONE)) {
            scope.afterCommit(() -> doorbells.followUps(wakeUps));
        }
        wakeUps = wakeUps.and(more);
    }
}

package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.read.StoredFollowUp;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.engine.store.write.FollowUpWrites;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The follow-ups of a write transaction. */
final class SqliteFollowUpWrites implements FollowUpWrites {
    private final SqliteFollowUpTable table;
    private final LongSupplier now;
    private final Consumer<WakeUps> wake;

    /** @param wake told what the commit concerns, here and in other processes */
    SqliteFollowUpWrites(WriteScope scope, LongSupplier now, Consumer<WakeUps> wake) {
        this.table = new SqliteFollowUpTable(scope);
        this.now = now;
        this.wake = wake;
    }

    @Override
    public void append(List<FollowUp> followUps) {
        UncheckedSql.run(() -> {
            table.append(followUps, now.getAsLong());
            return followUps;
        });
        wake.accept(WakeUps.FOLLOW_UPS);
    }

    @Override
    public List<StoredFollowUp> lockDue(FollowUpKind kind, long by, int limit) {
        return UncheckedSql.run(() -> table.due(kind, by, limit));
    }

    @Override
    public void finish(Collection<StoredFollowUp> done) {
        UncheckedSql.run(() -> {
            table.finish(done);
            return done;
        });
    }

    @Override
    public void advance(List<StoredFollowUp> moved) {
        UncheckedSql.run(() -> {
            table.advance(moved, now.getAsLong());
            return moved;
        });
    }

    @Override
    public boolean fail(StoredFollowUp failed, long nextTryAt) {
        wake.accept(WakeUps.ofDueTime(nextTryAt));
        return UncheckedSql.run(() -> table.fail(failed, nextTryAt));
    }
}

package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.record.PurgeSet;
import io.flowfabric.engine.store.read.RetentionReads.Ended;
import io.flowfabric.engine.store.read.RetentionReads.Scan;
import io.flowfabric.engine.store.write.RetentionWrites;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.util.ArrayList;

/** What was kept long enough, in a transaction. */
final class PostgresRetentionWrites implements RetentionWrites {
    private final PostgresScope scope;
    private final PostgresTables tables;
    private final PostgresExecutionWrites executions;

    PostgresRetentionWrites(PostgresScope scope, PostgresTables tables, PostgresExecutionWrites executions) {
        this.scope = scope;
        this.tables = tables;
        this.executions = executions;
    }

    @Override
    public PurgeCandidates lockDue(Scan scan) {
        return UncheckedSql.run(() -> {
            var due = PostgresRetentionQueries.lock(scope, scan);
            var loaded = tables.executions()
                    .loadSized(scope, due.stream().map(Ended::id).toList());
            var expired = new ArrayList<PurgeCandidate>();
            for (var ended : due) {
                var sized = loaded.get(ended.id());
                if (sized != null) {
                    expired.add(new PurgeCandidate(ended, executions.remember(sized.row()), sized.bytes()));
                }
            }
            return PurgeCandidates.of(scan, due, expired);
        });
    }

    @Override
    public PurgeSet largestSet() {
        return PurgeSet.BESIDE_OTHER_WRITERS;
    }

    @Override
    public int trimKeys(long endedBy, int limit) {
        return UncheckedSql.run(() -> PostgresPurge.keys(scope, endedBy, limit));
    }

    @Override
    public int trimEvents(long occurredBy, long outlivedBy, int limit) {
        return UncheckedSql.run(() -> PostgresEventTrim.trim(scope, occurredBy, outlivedBy, limit));
    }
}

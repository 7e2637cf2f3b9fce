package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.record.PurgeSet;
import io.flowfabric.engine.store.read.RetentionReads.Scan;
import io.flowfabric.engine.store.write.RetentionWrites;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.table.SqliteRetentionQueries.DueRow;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.util.ArrayList;

/** What was kept long enough, in a unit. Nothing is left out: no other transaction holds anything. */
final class SqliteRetentionWrites implements RetentionWrites {
    private final WriteScope scope;
    private final SqliteTables tables;
    private final UnitRows rows;

    SqliteRetentionWrites(WriteScope scope, SqliteTables tables, UnitRows rows) {
        this.scope = scope;
        this.tables = tables;
        this.rows = rows;
    }

    @Override
    public PurgeCandidates lockDue(Scan scan) {
        return UncheckedSql.run(() -> {
            var due = SqliteRetentionQueries.dueRows(scope, scan);
            var loaded = tables.executions()
                    .loadSized(scope, due.stream().map(DueRow::seq).toList());
            var expired = new ArrayList<PurgeCandidate>();
            for (var row : due) {
                var sized = loaded.get(row.seq());
                if (sized != null) {
                    expired.add(new PurgeCandidate(row.ended(), rows.remember(sized.row()), sized.bytes()));
                }
            }
            return PurgeCandidates.of(scan, due.stream().map(DueRow::ended).toList(), expired);
        });
    }

    @Override
    public PurgeSet largestSet() {
        return PurgeSet.AS_ONLY_WRITER;
    }

    @Override
    public int trimKeys(long endedBy, int limit) {
        return UncheckedSql.run(() -> SqlitePurge.keys(scope, endedBy, limit));
    }

    @Override
    public int trimEvents(long occurredBy, long outlivedBy, int limit) {
        return UncheckedSql.run(() -> SqliteEventTrim.trim(scope, occurredBy, outlivedBy, limit));
    }
}

package io.flowfabric.store.jdbc.query;

import io.flowfabric.engine.store.read.RetentionReads.Ended;
import io.flowfabric.engine.store.read.RetentionReads.Scan;
import io.flowfabric.model.Times;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * One of the two index scans that find executions whose retention has ended. The index over executions whose policy
 * says how long they are kept has the moments until which they are; the index over the others has the moments at which
 * they completed, to which the default retention is added. Both are read up to the limit, and merged.
 */
public final class RetentionScan {
    private static final Comparator<Ended> ORDER =
            Comparator.comparingLong(Ended::retainedUntil).thenComparing(Ended::id);

    private final Scan scan;
    private final long addedMs;
    private final ExecutionRange range;

    private RetentionScan(Scan scan, long addedMs) {
        this.scan = scan;
        this.addedMs = addedMs;
        this.range = ExecutionRange.of(scan.part().partition());
    }

    /** Executions whose policy says how long they are kept. */
    public static RetentionScan ofPolicy(Scan scan) {
        return new RetentionScan(scan, 0);
    }

    /** Executions that are kept for the default retention. */
    public static RetentionScan ofDefault(Scan scan) {
        return new RetentionScan(scan, scan.retentionMs());
    }

    /** Where the scan begins, as the moments of its index. */
    public PageStart start() {
        return scan.after()
                .map(last -> new PageStart(last.retainedUntil() - addedMs, ExecutionKey.encode(last.id())))
                .orElse(PageStart.FIRST);
    }

    /** The last moment of its index at which the retention has ended. */
    public long upTo() {
        return scan.now() - addedMs;
    }

    /** The executions among which it finds some. */
    public ExecutionRange range() {
        return range;
    }

    /** How many it finds at the most. */
    public int limit() {
        return scan.limit();
    }

    /** Reads a moment of its index and the key of an execution. */
    public Ended read(ResultSet row) throws SQLException {
        return new Ended(Times.plus(row.getLong(1), addedMs), ExecutionKey.decode(row.getBytes(2)));
    }

    /** The first of what both scans have found. Sorts the list. */
    public static <T> List<T> merge(List<T> found, Function<T, Ended> ended, int limit) {
        found.sort(Comparator.comparing(ended, ORDER));
        return found.size() > limit ? found.subList(0, limit) : found;
    }
}

package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.ExecutionRow;

/**
 * The statements that read the front of lanes. Each takes any number of lanes as arrays: the queues, the place behind
 * which it reads, how many keys to read and how many rows to lock.
 *
 * <p>For each lane the keys of candidates are read without a lock, from every queue and both indexes, and merged. Then the
 * rows are locked one by one in the order of the lane, below the limit, so that exactly those are locked that are answered.
 * A row is found by its place in the table, which its key has brought along: both are read by one snapshot. Its state is
 * checked again, for it may have been taken in between. How many keys there were is answered, too: what was passed over is
 * held by others.
 */
final class PostgresClaimStatements {
    /** First submissions, from {@code executions_fresh}. */
    static final String FRESH = StateConditions.FRESH;

    /** What came back, from {@code executions_returned}. */
    static final String RETURNED = StateConditions.RETURNED;

    /**
     * Only the eligible of {@link #RETURNED}; the planner accepts the index because its own condition stands there too.
     */
    static final String ELIGIBLE_RETURNED = RETURNED + " AND " + StateConditions.ELIGIBLE;

    /** Reads the first entry of a queue in each of the indexes. With EXISTS, whole indexes may be read to be hashed. */
    static final String HAS_CANDIDATES = "coalesce(" + first(FRESH) + ", " + first(RETURNED) + ") IS NOT NULL";

    static final String WITH_CANDIDATES =
            "SELECT q.number FROM unnest(?::int4[]) AS q (number) WHERE " + HAS_CANDIDATES;

    static final String READ_IN_ORDER = "SELECT set_config('enable_bitmapscan', 'off', true)";

    private static final String OF_LANE = "unnest(l.queues::int4[]) AS q (number)";

    private static final String OF_RANGES =
            "unnest(?::int4[], ?::int4[], ?::int8[], ?::int4[]) AS q (number, from_rank, since, to_rank)";

    /** The one lower bound: of two, an index may be entered at the one that lies in front of everything dead. */
    private static final String WITHIN_RANGE =
            FRESH + " AND (rank, created_at) >= (q.from_rank, q.since) AND rank <= q.to_rank";

    private static final String BEHIND_PLACE = " AND (rank, created_at, id) > (l.rank, l.created_at, l.id)";

    /** For lanes of few queues: each queue gives all keys that could be needed. */
    static final String OF_FEW_QUEUES = locking(keys(merged(OF_LANE, FRESH + BEHIND_PLACE)));

    /** For a lane of which a part is known to be empty: the first submissions are read from ranges. */
    static final String FROM_THE_MARKS = locking(keys(merged(OF_RANGES, WITHIN_RANGE)));

    /**
     * For lanes of many queues: each gives few keys. As many of these as are needed make a bound that nothing beyond can
     * get below. Only queues whose last key lies before the bound are read on, and only up to it.
     */
    static final String OF_MANY_QUEUES =
            locking("""
            WITH few AS MATERIALIZED ($fresh UNION ALL $returned),
            bound AS MATERIALIZED (
                SELECT coalesce(b.rank, 2147483647) AS rank, coalesce(b.created_at, 0) AS created_at,
                    coalesce(b.id, '') AS id
                FROM (VALUES (1)) one LEFT JOIN (
                    SELECT rank, created_at, id FROM few ORDER BY rank, created_at, id
                    OFFSET l.keys - 1 LIMIT 1) b ON true)
            """.replace("$fresh", few("fresh", FRESH)).replace("$returned", few("returned", RETURNED))
                    + keys("SELECT rank, created_at, id, tid FROM few UNION ALL " + further("fresh", FRESH)
                            + " UNION ALL " + further("returned", RETURNED)));

    private PostgresClaimStatements() {}

    /** Ids of the eligible executions of some queues that lie between two keys. */
    static String eligible(String condition) {
        return "SELECT k.* FROM unnest(?::int4[]) AS q (number), LATERAL ("
                + "SELECT rank, created_at, id FROM ff.executions WHERE queue = q.number AND " + condition
                + " AND id > ? AND id <= ? ORDER BY rank, created_at, id LIMIT ?) k";
    }

    private static String first(String condition) {
        return "(SELECT 1 FROM ff.executions WHERE queue = q.number AND " + condition
                + " ORDER BY rank, created_at, id LIMIT 1)";
    }

    /** Both indexes of each queue; the second is small and always read from its start. */
    private static String merged(String source, String fresh) {
        return front(source, fresh, "") + " UNION ALL " + front(OF_LANE, RETURNED + BEHIND_PLACE, "");
    }

    /** Keys of one index, from each queue so many. */
    private static String front(String source, String condition, String further) {
        return """
                SELECT f.* FROM $source, LATERAL (
                    SELECT rank, created_at, id, ctid AS tid$further FROM ff.executions
                    WHERE queue = q.number AND $condition
                    ORDER BY rank, created_at, id LIMIT l.few) f""".replace("$source", source).replace("$further", further).replace("$condition", condition);
    }

    private static String few(String index, String condition) {
        return front(
                OF_LANE,
                condition + BEHIND_PLACE,
                ", queue, '" + index + "' AS index, row_number() OVER (ORDER BY rank, created_at, id) AS nth");
    }

    /** What follows upon the few keys of a queue and stands before the bound. */
    private static String further(String index, String condition) {
        return """
                SELECT g.* FROM few f, bound b, LATERAL (
                    SELECT rank, created_at, id, ctid AS tid FROM ff.executions
                    WHERE queue = f.queue AND $condition AND (rank, created_at, id) > (f.rank, f.created_at, f.id)
                        AND (rank, created_at, id) < (b.rank, b.created_at, b.id)
                    ORDER BY rank, created_at, id LIMIT l.keys) g
                WHERE f.index = '$index' AND f.nth = l.few
                    AND (f.rank, f.created_at, f.id) < (b.rank, b.created_at, b.id)""".replace("$condition", condition).replace("$index", index);
    }

    private static String keys(String merged) {
        return "SELECT m.tid FROM (" + merged + ") m ORDER BY m.rank, m.created_at, m.id LIMIT l.keys";
    }

    /**
     * The last row of a lane has no number: it says how many keys there were, and is the one that the last key stands for,
     * not locked. The array is made once for each lane, because of OFFSET; what it is unnested to is known to be in order,
     * so rows are visited as they are wanted and not sorted.
     */
    private static String locking(String keys) {
        return """
                SELECT f.*, l.lane
                FROM unnest(?::text[], ?::int4[], ?::int8[], ?::bytea[], ?::int4[], ?::int4[], ?::int4[])
                    WITH ORDINALITY AS l (queues, rank, created_at, id, few, keys, wanted, lane),
                LATERAL (SELECT ARRAY($keys) AS tids OFFSET 0) k,
                LATERAL (
                    SELECT * FROM (
                        SELECT $columns, e.seq, p.place
                        FROM unnest(k.tids) WITH ORDINALITY AS p (tid, place) JOIN ff.executions e ON e.ctid = p.tid
                        WHERE $candidate
                        ORDER BY p.place LIMIT l.wanted FOR UPDATE OF e SKIP LOCKED) locked
                    UNION ALL
                    SELECT $columns, NULL, cardinality(k.tids)
                    FROM (VALUES (1)) one LEFT JOIN ff.executions e ON e.ctid = k.tids[cardinality(k.tids)]) f""".replace("$keys", keys)
                .replace("$columns", ExecutionRow.SELECTED)
                .replace("$candidate", "e." + StateConditions.CANDIDATE);
    }
}

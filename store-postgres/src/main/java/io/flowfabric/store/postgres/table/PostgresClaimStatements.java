package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.ExecutionRow;

/**
 * The statements that read the front of lanes. Each takes any number of lanes as arrays: the queues, the place behind
 * which it reads, how many keys to read and how many rows to lock.
 *
 * <p>For each lane the entries of candidates are read without a lock, from every queue and both tables, and merged. Then the
 * rows of the executions are locked one by one in the order of the lane, below the limit, so that exactly those are locked that
 * are answered. The state of a row is checked when it is locked, for it may have been taken after its entry was read; its rank may
 * have changed, and then it is answered as it is now. How many entries there were is answered, too: what was passed over is held
 * by others.
 */
final class PostgresClaimStatements {
    /** First submissions. */
    static final String FRESH = EntryKind.FRESH.table().fullName();

    /** What came back. */
    static final String RETURNED = EntryKind.RETURNED.table().fullName();

    /** Reads the first entry of a queue in each of the tables. With EXISTS, whole indexes may be read to be hashed. */
    static final String HAS_CANDIDATES = "coalesce(" + first(FRESH) + ", " + first(RETURNED) + ") IS NOT NULL";

    static final String WITH_CANDIDATES =
            "SELECT q.number FROM unnest(?::int4[]) AS q (number) WHERE " + HAS_CANDIDATES;

    static final String READ_IN_ORDER = "SELECT set_config('enable_bitmapscan', 'off', true)";

    /** First submissions of some queues that lie between two keys, each in the order of its queue. */
    static final String ELIGIBLE_FRESH = """
            SELECT k.* FROM unnest(?::int4[]) AS q (number), LATERAL (
                SELECT rank, created_at, id FROM %s WHERE queue = q.number
                AND id > ? AND id <= ? ORDER BY rank, created_at, id LIMIT ?) k""".formatted(FRESH);

    /** Likewise those that have returned and are eligible, which their rows say. */
    static final String ELIGIBLE_RETURNED = """
            SELECT k.* FROM unnest(?::int4[]) AS q (number), LATERAL (
                SELECT r.rank, r.created_at, r.id FROM %s r JOIN ff.executions e ON e.id = r.id
                WHERE r.queue = q.number AND e.%s
                AND r.id > ? AND r.id <= ? ORDER BY r.rank, r.created_at, r.id LIMIT ?) k""".formatted(RETURNED, StateConditions.ELIGIBLE);

    private static final String OF_LANE = "unnest(l.queues::int4[]) AS q (number)";

    private static final String OF_RANGES =
            "unnest(?::int4[], ?::int4[], ?::int8[], ?::int4[]) AS q (number, from_rank, since, to_rank)";

    /** The one lower bound: of two, an index may be entered at the one that lies in front of everything dead. */
    private static final String WITHIN_RANGE =
            " AND (rank, created_at) >= (q.from_rank, q.since) AND rank <= q.to_rank";

    private static final String BEHIND_PLACE = " AND (rank, created_at, id) > (l.rank, l.created_at, l.id)";

    /** For lanes of few queues: each queue gives all keys that could be needed. */
    static final String OF_FEW_QUEUES = locking(keys(merged(OF_LANE, BEHIND_PLACE)));

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
                    + keys("SELECT rank, created_at, id FROM few UNION ALL " + further("fresh", FRESH) + " UNION ALL "
                            + further("returned", RETURNED)));

    private PostgresClaimStatements() {}

    private static String first(String table) {
        return "(SELECT 1 FROM " + table + " WHERE queue = q.number ORDER BY rank, created_at, id LIMIT 1)";
    }

    /** Both tables of each queue; the second is small and always read from its start. */
    private static String merged(String source, String bound) {
        return front(source, FRESH, bound, "") + " UNION ALL " + front(OF_LANE, RETURNED, BEHIND_PLACE, "");
    }

    /** Entries of one table, from each queue so many. */
    private static String front(String source, String table, String bound, String further) {
        return """
                SELECT f.* FROM $source, LATERAL (
                    SELECT rank, created_at, id$further FROM $table
                    WHERE queue = q.number$bound
                    ORDER BY rank, created_at, id LIMIT l.few) f""".replace("$source", source)
                .replace("$further", further)
                .replace("$table", table)
                .replace("$bound", bound);
    }

    private static String few(String name, String table) {
        return front(
                OF_LANE,
                table,
                BEHIND_PLACE,
                ", queue, '" + name + "' AS origin, row_number() OVER (ORDER BY rank, created_at, id) AS nth");
    }

    /** What follows upon the few entries of a queue and stands before the bound. */
    private static String further(String name, String table) {
        return """
                SELECT g.* FROM few f, bound b, LATERAL (
                    SELECT rank, created_at, id FROM $table
                    WHERE queue = f.queue AND (rank, created_at, id) > (f.rank, f.created_at, f.id)
                        AND (rank, created_at, id) < (b.rank, b.created_at, b.id)
                    ORDER BY rank, created_at, id LIMIT l.keys) g
                WHERE f.origin = '$name' AND f.nth = l.few
                    AND (f.rank, f.created_at, f.id) < (b.rank, b.created_at, b.id)""".replace("$table", table).replace("$name", name);
    }

    private static String keys(String merged) {
        return "SELECT m.id FROM (" + merged + ") m ORDER BY m.rank, m.created_at, m.id LIMIT l.keys";
    }

    /**
     * The last row of a lane has no number: it says how many entries there were, and is the one that the last entry stands for,
     * not locked. The array is made once for each lane, because of OFFSET; what it is unnested to is known to be in order,
     * so rows are visited as they are wanted and not sorted.
     */
    private static String locking(String keys) {
        return """
                SELECT f.*, l.lane
                FROM unnest(?::text[], ?::int4[], ?::int8[], ?::bytea[], ?::int4[], ?::int4[], ?::int4[])
                    WITH ORDINALITY AS l (queues, rank, created_at, id, few, keys, wanted, lane),
                LATERAL (SELECT ARRAY($keys) AS ids OFFSET 0) k,
                LATERAL (
                    SELECT * FROM (
                        SELECT $columns, e.seq, p.place
                        FROM unnest(k.ids) WITH ORDINALITY AS p (id, place) JOIN ff.executions e ON e.id = p.id
                        WHERE $candidate
                        ORDER BY p.place LIMIT l.wanted FOR UPDATE OF e SKIP LOCKED) locked
                    UNION ALL
                    SELECT $columns, NULL, cardinality(k.ids)
                    FROM (VALUES (1)) one LEFT JOIN ff.executions e ON e.id = k.ids[cardinality(k.ids)]) f""".replace("$keys", keys)
                .replace("$columns", ExecutionRow.SELECTED)
                .replace("$candidate", "e." + StateConditions.CANDIDATE);
    }
}

package io.flowfabric.store.postgres.table;

import static io.flowfabric.store.jdbc.column.ColumnType.BIGINT;
import static io.flowfabric.store.jdbc.column.ColumnType.BYTES;
import static io.flowfabric.store.jdbc.column.ColumnType.INTEGER;

import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.query.StateConditions;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What executions are found by besides their ids. Each kind of entry is what a partial index on the table of executions would
 * be, kept by the store in a table of its own: then a change of the hot row touches no index. Which entries an execution has
 * follows from its row alone. It is said twice, for changes in memory and for rows in the table, and tests compare what both
 * lead to.
 */
enum EntryKind {
    /** The order of a lane, for first submissions. */
    FRESH(
            Table.FRESH,
            0,
            (e, code) -> code == Codes.FIRST ? (Object) (-e.priority()) : null,
            StateConditions.FRESH,
            "rank"),

    /** The order of a lane, for everything else that a claim may take. */
    RETURNED(
            Table.RETURNED,
            0,
            (e, code) -> isReturned(code) ? (Object) (-e.priority()) : null,
            StateConditions.RETURNED,
            "rank"),

    /** What waits for a capable worker, the longest blocked first. */
    UNROUTED(
            Table.UNROUTED,
            0,
            (e, code) -> row(code) == Codes.UNROUTED ? (Object) e.timing().lastTransitionAt() : null,
            StateConditions.UNROUTED,
            "last_transition_at"),

    /** Ends of leases that are not marked. */
    LEASE_END(
            Table.LEASE,
            0,
            (e, code) -> row(code) == Codes.LEASED ? ofLease(e, Lease::expiresAt) : null,
            StateConditions.LEASED,
            "lease_expires_at"),

    /** Ends of delays and backoffs. */
    DELAY(
            Table.DUE,
            1,
            (e, code) -> isDelayed(code) ? Columns.orNull(e.dueTimes().delayUntil()) : null,
            StateConditions.DELAYED,
            "delay_until"),

    ATTEMPT_TIMEOUT(
            Table.DUE,
            2,
            (e, code) -> Columns.orNull(e.dueTimes().attemptTimeoutAt()),
            "attempt_timeout_at IS NOT NULL",
            "attempt_timeout_at"),

    DEADLINE(
            Table.DUE,
            3,
            (e, code) -> Columns.orNull(e.dueTimes().deadlineAt()),
            "deadline_at IS NOT NULL",
            "deadline_at"),

    /** Leases that may be reclaimed, by the moment at which they ceased to count. */
    RECLAIMABLE(
            Table.DUE,
            4,
            (e, code) -> isReclaimable(code) ? ofLease(e, EntryKind::reclaimableFrom) : null,
            StateConditions.RECLAIMABLE,
            StateConditions.RECLAIMABLE_FROM),

    /** Leases that are marked expired, by their end. */
    EXPIRED_LEASE(
            Table.DUE,
            5,
            (e, code) -> row(code) == Codes.EXPIRED ? ofLease(e, Lease::expiresAt) : null,
            StateConditions.LEASE_EXPIRED,
            "lease_expires_at"),

    /** What has ended, by its end; its table has the moment until which it is kept, which depends on its policy. */
    ENDED(
            Table.ENDED,
            0,
            (e, code) -> Columns.orNull(e.timing().completedAt()),
            "completed_at IS NOT NULL",
            "completed_at");

    /**
     * A table of entries. In its texts {@code c} is the execution and {@code $key} what {@link EntryKind#key} says of it, or said
     * before a change.
     *
     * @param columns its columns
     * @param values what they hold
     * @param match finds a row {@code x} by the primary key
     */
    enum Table {
        FRESH(
                List.of("queue", "rank", "created_at", "id"),
                "c.queue, $key, c.created_at, c.id",
                "x.queue = c.queue AND x.rank = $key AND x.created_at = c.created_at AND x.id = c.id",
                INTEGER,
                INTEGER,
                BIGINT,
                BYTES),
        RETURNED(FRESH.columns, FRESH.values, FRESH.match, INTEGER, INTEGER, BIGINT, BYTES),
        UNROUTED(
                List.of("queue", "blocked_at", "id"),
                "c.queue, $key, c.id",
                "x.queue = c.queue AND x.blocked_at = $key AND x.id = c.id",
                INTEGER,
                BIGINT,
                BYTES),
        LEASE(List.of("at", "id"), "$key, c.id", "x.at = $key AND x.id = c.id", BIGINT, BYTES),
        DUE(
                List.of("kind", "at", "id"),
                "$kind, $key, c.id",
                "x.kind = $kind AND x.at = $key AND x.id = c.id",
                INTEGER,
                BIGINT,
                BYTES),
        ENDED(
                List.of("by_policy", "at", "id", "queue"),
                "c.retention_ttl IS NOT NULL, $key + coalesce(c.retention_ttl, 0), c.id, c.queue",
                "x.by_policy = (c.retention_ttl IS NOT NULL) AND x.at = $key + coalesce(c.retention_ttl, 0)"
                        + " AND x.id = c.id");

        private final List<String> columns;
        private final String values;
        private final String match;
        private final List<ColumnType> types;

        Table(List<String> columns, String values, String match, ColumnType... types) {
            this.columns = columns;
            this.values = values;
            this.match = match;
            this.types = List.of(types);
        }

        List<String> columns() {
            return columns;
        }

        String fullName() {
            return "ff." + name().toLowerCase(Locale.ROOT) + "_entries";
        }
    }

    private final Table table;
    private final int number;
    private final Key key;
    private final String condition;
    private final String keyOfRow;

    EntryKind(Table table, int number, Key key, String condition, String keyOfRow) {
        this.table = table;
        this.number = number;
        this.key = key;
        this.condition = condition;
        this.keyOfRow = keyOfRow;
    }

    Table table() {
        return table;
    }

    /**
     * That part of the entry's key that changes of the execution may move; {@code null} when there is no entry.
     *
     * @param code the number of its vector, which says whether a caller has submitted it
     */
    @Nullable
    Object key(Execution e, int code) {
        return key.of(e, code);
    }

    ColumnType keyType() {
        return table == Table.FRESH || table == Table.RETURNED ? INTEGER : BIGINT;
    }

    /** A condition on an entry {@code x} that is of this kind: several may share a table. */
    String only() {
        return table == Table.DUE ? "x.kind = " + number : "true";
    }

    /** What the row of an execution says that has an entry of this kind. */
    String condition() {
        return condition;
    }

    /** What {@link #key} is in the row of an execution. */
    String keyOfRow() {
        return keyOfRow;
    }

    /** Adds entries for executions {@code c} that a clause gives. */
    String adding(String keyed, String from) {
        return "INSERT INTO %s (%s) SELECT %s FROM %s"
                .formatted(table.fullName(), String.join(", ", table.columns), filled(table.values, keyed), from);
    }

    /**
     * Removes entries of executions {@code c} that a clause gives. Each is looked up by its key, however few entries the server
     * believes there are: it counts them when it vacuums the table, which is empty then as often as not.
     */
    String removing(String keyed, String from) {
        return """
                DELETE FROM $table WHERE ctid = ANY (ARRAY(SELECT f.place FROM $from, LATERAL (
                    SELECT x.ctid AS place FROM $table x WHERE $match OFFSET 0) f))""".replace("$table", table.fullName())
                .replace("$from", from)
                .replace("$match", filled(table.match, keyed));
    }

    /** The entries of this kind that the rows of executions ask for. */
    String asked() {
        return "SELECT %s FROM ff.executions c WHERE %s AND (%s) IS NOT NULL"
                .formatted(filled(table.values, keyOfRow), condition, keyOfRow);
    }

    /** The ids of executions, of those in an array, that ask for an entry of this kind that is not there. */
    String missing() {
        return """
                SELECT c.id FROM ff.executions c
                WHERE c.id = ANY (?) AND $condition AND ($key) IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM $table x WHERE $match)""".replace("$condition", condition)
                .replace("$match", table.match.replace("$kind", Integer.toString(number)))
                .replace("$table", table.fullName())
                .replace("$key", "(" + keyOfRow + ")");
    }

    /** The entries of this kind that there are. */
    String present() {
        return "SELECT %s FROM %s x WHERE %s".formatted(String.join(", ", table.columns), table.fullName(), only());
    }

    /** The statement that adds rows to the table of this kind. */
    BulkInsert insert() {
        return new BulkInsert(table.fullName(), table.columns, table.types, "");
    }

    /** A row of the table, for an execution with a key. */
    @Nullable
    Object[] values(Object keyed, Added added) {
        return switch (table) {
            case FRESH, RETURNED -> new Object[] {added.queue(), keyed, added.createdAt(), added.id()};
            case UNROUTED -> new Object[] {added.queue(), keyed, added.id()};
            case LEASE -> new Object[] {keyed, added.id()};
            case DUE -> new Object[] {number, keyed, added.id()};
            case ENDED -> throw new IllegalStateException("an execution is not created ended");
        };
    }

    /** What the entries of a new execution say besides their keys. */
    record Added(int queue, long createdAt, byte[] id) {}

    private String filled(String text, String keyed) {
        return text.replace("$kind", Integer.toString(number)).replace("$key", "(" + keyed + ")");
    }

    /** The part of a key that an execution has whose vector has a number. */
    private interface Key {
        @Nullable
        Object of(Execution e, int code);
    }

    /** Numbers of vectors and, for those that belong together, of their rows. */
    private static final class Codes {
        private static final int FIRST =
                VectorCode.of(StateVector.of(VectorRow.ELIGIBLE, AttemptState.PENDING_FIRST_ATTEMPT));
        private static final int ELIGIBLE = row(FIRST);
        private static final int DELAYED = of(VectorRow.DELAYED, AttemptState.PENDING_FIRST_ATTEMPT);
        private static final int RESUME_DELAY = of(VectorRow.RESUME_DELAY, AttemptState.ATTEMPT_INTERRUPTED);
        private static final int UNROUTED = of(VectorRow.BLOCKED_BY_ROUTE, AttemptState.PENDING_FIRST_ATTEMPT);
        private static final int LEASED = of(VectorRow.LEASED, AttemptState.RUNNING_ATTEMPT);
        private static final int EXPIRED = of(VectorRow.LEASE_EXPIRED, AttemptState.ATTEMPT_INTERRUPTED);
        private static final int REVOKED = of(VectorRow.LEASE_REVOKED, AttemptState.ATTEMPT_INTERRUPTED);

        private static int of(VectorRow row, AttemptState attemptState) {
            return row(VectorCode.of(StateVector.of(row, attemptState)));
        }
    }

    /** The codes of a row of the table of legal vectors share all digits but the last. */
    private static int row(int code) {
        return code / 10;
    }

    private static boolean isReturned(int code) {
        return row(code) == Codes.ELIGIBLE && code != Codes.FIRST || row(code) == Codes.UNROUTED || isReclaimable(code);
    }

    private static boolean isReclaimable(int code) {
        return row(code) == Codes.EXPIRED || row(code) == Codes.REVOKED;
    }

    private static boolean isDelayed(int code) {
        return row(code) >= Codes.DELAYED && row(code) <= Codes.RESUME_DELAY;
    }

    private static @Nullable Object ofLease(Execution e, Function<Lease, @Nullable Object> part) {
        return e.lease().isPresent() ? part.apply(e.lease().get()) : null;
    }

    /** As {@link StateConditions#RECLAIMABLE_FROM}. */
    private static @Nullable Object reclaimableFrom(Lease lease) {
        if (lease.marks().acknowledgesRevoke()) {
            return lease.expiresAt();
        }
        return lease.revokedAt().isPresent() ? lease.revokedAt().getAsLong() : Columns.orNull(lease.expiredAt());
    }
}

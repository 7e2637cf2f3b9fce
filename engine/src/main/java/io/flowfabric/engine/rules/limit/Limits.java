package io.flowfabric.engine.rules.limit;

import io.flowfabric.engine.rules.limit.Limit.Beyond;
import io.flowfabric.engine.rules.limit.Limit.Unit;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Limits of everything that callers send: each text, number and list in the arguments of an operation is listed here,
 * by its name, or by its record and its name where they differ. {@code []} is an item of a list, {@code {}} the value
 * and {@code {key}} the key of an entry. What is stored already is read regardless of its size. {@code docs/limits.md}
 * is this table.
 */
public final class Limits {
    /** How many executions a claim returns. */
    public static final int CLAIMS = 256;

    /** How many items a batch has. */
    public static final int BATCH = 1000;

    /** How many executions or events a page holds. */
    public static final int PAGE = 1000;

    /** How much a page of lists with small entries holds. */
    public static final int LONG_PAGE = 10_000;

    /** How many ended executions one call forgets. */
    public static final int PURGED = 10_000;

    /** How long a named cursor is held without being renewed, in milliseconds: a day. */
    public static final long CURSOR_LEASE_MS = 86_400_000L;

    /** How long a worker counts as alive without a heartbeat, in milliseconds: a week. */
    public static final long LIVENESS_MS = 7 * 86_400_000L;

    /** How many attempts at one execution are listed, the newest. */
    public static final int ATTEMPTS = 500;

    /** How long one call waits, in milliseconds. */
    public static final long WAIT_MS = 30_000;

    /**
     * How many queues a namespace has on a lane: a claim of the namespace reads the front of each, which takes it about
     * a microsecond.
     */
    public static final int QUEUES = 1000;

    /** How many lanes one claim, or one worker, serves. */
    public static final int LANES = 256;

    /** The largest weight of a lane in a claim. */
    public static final int LANE_WEIGHT = 1000;

    /** How many kinds one claim names. */
    public static final int NAMED_KINDS = 64;

    /** How many tags an execution has. */
    public static final int TAGS = 256;

    /** How large a payload or a result is. */
    public static final int PAYLOAD_BYTES = 1 << 20;

    /** How large a request over HTTP is, one that carries a payload or a batch. */
    public static final int REQUEST_BYTES = 1 << 20;

    /** About how many bytes of payloads and texts an answer has at most, if it has more than one item. */
    public static final int ANSWER_BYTES = 4 << 20;

    /** How many values a set of arguments has, bytes counted as one. */
    public static final int VALUES = 10_000;

    static final int REASON_BYTES = 4096;
    public static final int WORKER_REASON_BYTES = 256;
    public static final int PRIORITY = 9000;

    private static final long U32 = 0xFFFF_FFFFL;
    private static final long DAY_MS = 86_400_000L;
    private static final long CENTURY_MS = 36_525 * DAY_MS;

    /** The largest number that every client of JSON counts to. */
    private static final long COUNTED = (1L << 53) - 1;

    private static final int NAME_BYTES = 256;
    private static final int VALUE_BYTES = 4096;
    private static final int JSON_BYTES = 65_536;

    private static final Map<String, Limit> ALL = new LinkedHashMap<>();

    static {
        durations();
        counts();
        texts();
        names();
        programs();
    }

    private Limits() {}

    private static void durations() {
        millis("AcquireCursor.lease_ttl_ms", 1, CURSOR_LEASE_MS, "how long a cursor is held");
        millis("AdvanceCursor.lease_ttl_ms", 1, CURSOR_LEASE_MS, "how long a cursor is held");
        millis("lease_ttl_ms", 1, U32, "how long a lease lasts");
        millis("lease_duration_ms", 1, U32, "how long a lease lasts");
        millis("liveness_ttl_ms", 1, LIVENESS_MS, "how long a worker counts as alive");
        millis("grant_ttl_ms", 1, 60_000, "how long a grant lasts");
        millis("max_wait_ms", 0, WAIT_MS, "how long one call waits");
        millis("grace_ms", 0, WAIT_MS, "how long one call waits");
        millis("retention_ms", 0, CENTURY_MS, "how long ended executions are kept");
        for (String name : new String[] {"attempt_timeout_ms", "remaining_attempt_timeout_ms"}) {
            free(name, Unit.MILLISECONDS, "none unless positive; it never ends beyond the last moment");
        }
        for (String name : new String[] {"delay_until", "execution_deadline_at", "as_of", "expires_at_ms"}) {
            free(name, Unit.MOMENT, "one that has passed is over, the last one never comes");
        }
    }

    private static void counts() {
        refused("ClaimRequest.limit", Unit.ITEMS, 1, CLAIMS, "executions of one claim");
        for (String events : new String[] {"SubscribeEvents", "SubscribeFamily", "SubscribeLeaseHistory"}) {
            refused(events + ".limit", Unit.ITEMS, 1, PAGE, "events of a page");
        }
        put("ListExecutions.limit", Unit.ITEMS, 0, PAGE, Beyond.CAPPED, "executions of a page");
        put("ListWorkers.limit", Unit.ITEMS, 0, PAGE, Beyond.CAPPED, "workers of a page");
        put("ListCursors.limit", Unit.ITEMS, 0, PAGE, Beyond.CAPPED, "cursors of a page");
        put("limit", Unit.ITEMS, 0, LONG_PAGE, Beyond.CAPPED, "ids, lanes or expired leases of a page");
        refused("batch_size", Unit.ITEMS, 1, PURGED, "worked off in transactions of 100");
        put("executions", Unit.ITEMS, 1, BATCH, Beyond.REFUSED_BY_RULE, "items of a batch");
        put("items", Unit.ITEMS, 1, BATCH, Beyond.REFUSED_BY_RULE, "items of a batch");
        refused("ClaimRequest.lanes", Unit.ITEMS, 1, LANES, "of one claim");
        refused("lanes", Unit.ITEMS, 0, LANES, "of one worker");
        refused("weight", Unit.NUMBER, 1, LANE_WEIGHT, "of a lane among those of a claim");
        refused("turn", Unit.NUMBER, 0, COUNTED, "of one claim");
        refused("only_kinds", Unit.ITEMS, 0, NAMED_KINDS, "of one claim");
        refused("except_kinds", Unit.ITEMS, 0, NAMED_KINDS, "of one claim");
        put(
                "queues",
                Unit.ITEMS,
                0,
                QUEUES,
                Beyond.REFUSED_BY_RULE,
                "of a namespace on a lane; each set of required capabilities takes one or more");
        refused("fields", Unit.ITEMS, 0, 256, "");
        refused("tags", Unit.ITEMS, 0, TAGS, "of an execution altogether");
        free("families", Unit.ITEMS, "there are as many as there are");
        put("priority", Unit.NUMBER, 0, PRIORITY, Beyond.CAPPED, "");
        put("new_priority", Unit.NUMBER, 0, PRIORITY, Beyond.CAPPED, "");
        refused("percent", Unit.NUMBER, 0, 100, "");
        refused("partition", Unit.NUMBER, 0, 65_535, "");
        refused("start_now", Unit.NUMBER, 0, Integer.MAX_VALUE, "compared with the place in a claim, not stored");
        refused("max_reclaim_count", Unit.NUMBER, 0, Integer.MAX_VALUE, "compared with the count, not stored");
        for (String name : new String[] {"attempt_index", "lease_epoch", "epoch"}) {
            free(name, Unit.NUMBER, "compared, not stored");
        }
    }

    private static void texts() {
        bytes("execution_kind", NAME_BYTES);
        bytes("only_kinds[]", NAME_BYTES);
        bytes("except_kinds[]", NAME_BYTES);
        bytes("creator_identity", 1024);
        bytes("encoding", NAME_BYTES);
        bytes("policy", JSON_BYTES);
        bytes("retry_policy_json", JSON_BYTES);
        bytes("BlockExecutionForAdmission.reason", NAME_BYTES);
        bytes("reason_code", NAME_BYTES);
        bytes("expected_blocking_reason", NAME_BYTES);
        bytes("CancelSource.literal", NAME_BYTES);
        for (String tag : new String[] {"SetExecutionTag", "GetExecutionTag", "InstanceTag"}) {
            bytes(tag + ".key", NAME_BYTES);
            bytes(tag + ".value", VALUE_BYTES);
        }
        bytes("tags{key}", NAME_BYTES);
        bytes("tags{}", VALUE_BYTES);
        bytes("fields[]", NAME_BYTES);
        put(
                "MarkWorkerDead.reason",
                Unit.BYTES,
                0,
                WORKER_REASON_BYTES,
                Beyond.REFUSED_BY_RULE,
                "no control characters");
        for (String name :
                new String[] {"reason", "message", "category", "failure_reason", "failure_category", "reason_detail"}) {
            put(name, Unit.BYTES, 0, REASON_BYTES, Beyond.CUT, "at the end of a character");
        }
    }

    /** Checked by the types themselves, wherever they are made. */
    private static void names() {
        for (String type : new String[] {"Namespace", "WorkerId", "WorkerInstanceId", "SubscriberId", "CursorName"}) {
            put(type + ".value", Unit.BYTES, 1, NAME_BYTES, Beyond.REFUSED_BY_RULE, "no white space");
        }
        put("LaneId.value", Unit.BYTES, 1, 64, Beyond.REFUSED_BY_RULE, "printable ASCII without a comma");
        put("IdempotencyKey.value", Unit.BYTES, 0, 1024, Beyond.REFUSED_BY_RULE, "");
        for (String name : new String[] {"capabilities", "worker_capabilities"}) {
            put(name, Unit.ITEMS, 0, 256, Beyond.REFUSED_BY_RULE, "4096 bytes joined by commas");
            put(name + "[]", Unit.BYTES, 1, 4096, Beyond.REFUSED_BY_RULE, "4096 bytes joined by commas");
        }
    }

    /** What a program says when it opens an engine or starts a worker. */
    private static void programs() {
        millis("EngineSettings.call_timeout", 1, DAY_MS, "how long a call waits for the store");
        millis("EngineSettings.reclaim_grace", 0, DAY_MS, "how long an expired lease is not reclaimed");
        millis("EngineSettings.retention", 0, CENTURY_MS, "how long ended executions are kept");
        refused("StoreSettings.connections", Unit.NUMBER, 1, 1000, "of one program to its store");
        refused("WorkerBuilder.concurrency", Unit.NUMBER, 1, 10_000, "handlers that run at once; less counts as 1");
    }

    private static void millis(String name, long least, long most, String what) {
        refused(name, Unit.MILLISECONDS, least, most, what);
    }

    private static void bytes(String name, long most) {
        refused(name, Unit.BYTES, 0, most, "");
    }

    private static void refused(String name, Unit unit, long least, long most, String what) {
        put(name, unit, least, most, Beyond.REFUSED, what);
    }

    private static void free(String name, Unit unit, String what) {
        put(name, unit, Long.MIN_VALUE, Long.MAX_VALUE, Beyond.TAKEN, what);
    }

    private static void put(String name, Unit unit, long least, long most, Beyond beyond, String what) {
        ALL.put(name, new Limit(name, unit, least, most, beyond, what));
    }

    /** The limit of a part of arguments; empty for what has none, which a test does not let happen. */
    public static Optional<Limit> of(Class<?> owner, String name) {
        return Optional.ofNullable(ALL.get(owner.getSimpleName() + "." + name))
                .or(() -> Optional.ofNullable(ALL.get(name)));
    }

    /** A limit that is in the table under this name. */
    public static Limit named(String name) {
        return Optional.ofNullable(ALL.get(name)).orElseThrow(() -> new IllegalArgumentException(name));
    }

    /** All of them, in the order of the table. */
    public static Collection<Limit> all() {
        return Collections.unmodifiableCollection(ALL.values());
    }
}

package io.flowfabric.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The settings of the server. A constant here gives a setting its flag, its line of help, and its place in the output.
 */
public enum Setting {
    STORE(Rule.TEXT, "sqlite:flowfabric.db", "The store: sqlite:<path>, sqlite::memory: or postgresql://…"),
    BACKEND(Rule.TEXT, "", "The store as the Rust FlowFabric names it, sqlite or postgres; ignored with FF_STORE."),
    SQLITE_PATH(Rule.TEXT, "flowfabric.db", "The file, for FF_BACKEND=sqlite."),
    POSTGRES_URL(Rule.TEXT, "", "The address, for FF_BACKEND=postgres."),
    SQLITE_POOL_SIZE(new Range(1, 256), "4", "On SQLite: connections that read; one more writes."),
    POSTGRES_POOL_SIZE(new Range(1, 1000), "10", "On PostgreSQL: connections that work; one more listens."),
    LISTEN_ADDR(Rule.TEXT, "127.0.0.1:9090", "host:port."),
    ALLOWED_HOSTS(
            Rule.LIST, "", "Names under which it may be called; * for all. Otherwise: all with keys, none without."),
    PLAIN_HTTP(
            Rule.BOOLEAN, "false", "Serve other than loopback addresses without TLS, as behind a proxy that has it."),
    INSECURE(Rule.BOOLEAN, "false", "Serve other than loopback addresses without a key."),
    API_TOKEN(Rule.SECRET, "", "A key that opens everything; without it and a key file the server is open."),
    API_TOKEN_FILE(Rule.TEXT, "", "A file with that key, instead of FF_API_TOKEN; read at the start."),
    API_KEYS_FILE(Rule.TEXT, "", "Keys with names, scopes and namespaces, as JSON; read again when it changes."),
    METRICS_AUTH(Rule.BOOLEAN, "true", "Whether /metrics needs a key with scope read, if there are keys."),
    TLS_KEYSTORE(Rule.TEXT, "", "The server's certificate and key, PKCS #12 or JKS; without it plain HTTP."),
    TLS_KEYSTORE_PASSWORD(Rule.SECRET, "", "The password of the keystore."),
    CORS_ORIGINS(Rule.LIST, "", "Origins whose pages may call, separated by commas; * for all. Otherwise none."),
    FLOW_PARTITIONS(new Range(1, 65_535), "256", "Partitions of flows and executions, fixed for the life of a store."),
    BUDGET_PARTITIONS(new Range(1, 65_535), "32", "Partitions of budgets, fixed for the life of a store."),
    QUOTA_PARTITIONS(new Range(1, 65_535), "32", "Partitions of quotas, fixed for the life of a store."),
    LANES(
            Rule.LIST,
            "default",
            "Lanes that are listed from the start; others as soon as something is submitted there."),
    MAX_PARKED_REQUESTS(new Range(1, 1_000_000), "10000", "Parked requests at once."),
    MAX_EVENT_STREAMS(new Range(1, 100_000), "1000", "Open event feeds at once."),
    MAX_CONCURRENT_REQUESTS(new Range(1, 10_000), "500", "Active requests at once, parked ones excepted."),
    MAX_HEADER_BYTES(new Range(1024, 1_048_576), "16384", "The longest head of a request, in bytes."),
    METRICS(Rule.BOOLEAN, "true", "Count metrics, and serve them at /metrics."),
    ACCESS_LOG(Rule.BOOLEAN, "false", "Write a line of JSON to standard output for each request."),
    TRACING(Rule.BOOLEAN, "false", "Make OpenTelemetry traces; the variables OTEL_* say where they go."),
    SENTRY_DSN(Rule.SECRET, "", "The Sentry project for error reports, https://key@host/project; none without it."),
    SENTRY_ENVIRONMENT(Rule.TEXT, "production", "The environment named in error reports."),
    SENTRY_RELEASE(Rule.TEXT, "", "The release named in error reports; the version of ff if unset."),
    RECLAIM_GRACE_MS(
            new Range(0, 86_400_000), "0", "How long an expired lease is kept before another worker can reclaim it.");

    /** Settings of the Rust FlowFabric that have no effect here. */
    public static final List<String> WITHOUT_EFFECT = List.of("FF_DEV_MODE", "FF_HOST", "FF_TLS", "FF_CLUSTER");

    /**
     * Numeric settings of the Rust FlowFabric that have no effect here: there is no Valkey, and the timers know when
     * work is due. A value that is not a number is refused all the same, because it is certainly a mistake.
     */
    public static final List<String> NUMBERS_WITHOUT_EFFECT = List.of(
            "FF_PORT",
            "FF_LEASE_EXPIRY_INTERVAL_MS",
            "FF_DELAYED_PROMOTER_INTERVAL_MS",
            "FF_INDEX_RECONCILER_INTERVAL_S",
            "FF_ATTEMPT_TIMEOUT_INTERVAL_S",
            "FF_SUSPENSION_TIMEOUT_INTERVAL_S",
            "FF_PENDING_WP_EXPIRY_INTERVAL_S",
            "FF_RETENTION_TRIMMER_INTERVAL_S",
            "FF_BUDGET_RESET_INTERVAL_S",
            "FF_BUDGET_RECONCILER_INTERVAL_S",
            "FF_QUOTA_RECONCILER_INTERVAL_S",
            "FF_UNBLOCK_INTERVAL_S",
            "FF_DEPENDENCY_RECONCILER_INTERVAL_S",
            "FF_FLOW_PROJECTOR_INTERVAL_S",
            "FF_EXECUTION_DEADLINE_INTERVAL_S",
            "FF_CANCEL_RECONCILER_INTERVAL_S",
            "FF_EDGE_CANCEL_DISPATCHER_INTERVAL_S",
            "FF_EDGE_CANCEL_RECONCILER_INTERVAL_S",
            "FF_WORKER_SWEEP_INTERVAL_S");

    /** The values that a setting accepts. */
    public enum Rule {
        TEXT,
        SECRET,
        LIST,
        BOOLEAN,
        NUMBER
    }

    /** The whole numbers that a setting accepts. */
    public record Range(int least, int most) {
        /** As text for people. */
        @Override
        public String toString() {
            return "%d to %d".formatted(least, most);
        }
    }

    private final Rule rule;
    private final Optional<Range> range;
    private final String usual;
    private final String description;

    Setting(Rule rule, String usual, String description) {
        this(rule, Optional.empty(), usual, description);
    }

    Setting(Range range, String usual, String description) {
        this(Rule.NUMBER, Optional.of(range), usual, description);
    }

    Setting(Rule rule, Optional<Range> range, String usual, String description) {
        this.rule = rule;
        this.range = range;
        this.usual = usual;
        this.description = description;
    }

    /** Its name in the environment and in the file. */
    public String variable() {
        return "FF_" + name();
    }

    /** Its name on the command line. */
    public String flag() {
        return this == LISTEN_ADDR
                ? "--listen"
                : "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Rule rule() {
        return rule;
    }

    /** The range of a numeric setting. */
    public Optional<Range> range() {
        return range;
    }

    /** The default; empty for none. */
    public String usual() {
        return usual;
    }

    /** One line of help. */
    public String description() {
        return description;
    }

    static Optional<Setting> ofVariable(String variable) {
        return Arrays.stream(values())
                .filter(setting -> setting.variable().equals(variable))
                .findFirst();
    }
}

package io.flowfabric.server.config;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.config.StoreSettings;
import io.flowfabric.server.ServerConfig;
import io.flowfabric.server.Telemetry;
import io.flowfabric.server.auth.AccessView;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.auth.TlsKeystore;
import io.flowfabric.server.http.pipeline.Authenticator;
import io.flowfabric.server.metrics.ServerMetrics;
import io.flowfabric.server.routes.RustCompatRoutes;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the settings amount to: a store, an engine on it, and a server in front.
 *
 * @param store the address of the store
 * @param connections how many connections the store uses
 */
public record Deployment(String store, int connections, EngineSettings engine, ServerConfig server) {
    /**
     * @throws ConfigurationException if the settings contradict each other, or would expose the server without
     *     protection
     */
    public static Deployment of(Settings settings) {
        var partitions = partitions(settings);
        var grace = Duration.ofMillis(settings.number(Setting.RECLAIM_GRACE_MS));
        var telemetry = telemetry(settings);
        var timers = telemetry.metrics().map(ServerMetrics::timers).orElse(TimerWatch.NONE);
        var usual = EngineSettings.DEFAULT;
        var engine = new EngineSettings(
                partitions, usual.callTimeout(), grace, usual.retention(), usual.timers(), timers, lanes(settings));
        var limits = new ServerConfig.Limits(
                settings.number(Setting.MAX_PARKED_REQUESTS),
                settings.number(Setting.MAX_EVENT_STREAMS),
                settings.number(Setting.MAX_CONCURRENT_REQUESTS),
                settings.number(Setting.MAX_HEADER_BYTES));
        var access = access(settings);
        var server = new ServerConfig(
                ListenAddress.of(settings, isKeyed(settings)),
                limits,
                partitions,
                access,
                telemetry.withMetricsAccess(access.metrics()));
        return new Deployment(store(settings), settings.number(poolSize(settings)), engine, server);
    }

    /**
     * The partition counts.
     *
     * @throws ValidationException {@code invalid_input} if a count is out of range
     */
    public static PartitionConfig partitions(Settings settings) {
        return new PartitionConfig(
                settings.number(Setting.FLOW_PARTITIONS),
                settings.number(Setting.BUDGET_PARTITIONS),
                settings.number(Setting.QUOTA_PARTITIONS));
    }

    /**
     * The lanes that are listed from the start.
     *
     * @throws ConfigurationException if one of them is not a valid name
     */
    public static List<LaneId> lanes(Settings settings) {
        try {
            return settings.list(Setting.LANES).stream().map(LaneId::new).toList();
        } catch (ValidationException broken) {
            throw Settings.broken(
                    Setting.LANES,
                    settings.text(Setting.LANES),
                    "name lanes of 1 to 64 printable ASCII characters, separated by commas");
        }
    }

    /** Warnings for the operator at startup; none when the server has keys. */
    public List<String> warnings() {
        if (server.access().keyed()) {
            return List.of();
        }
        String administration = Catalogue.all().stream()
                .filter(operation -> operation.scope() == Scope.ADMIN)
                .map(Operation::name)
                .collect(Collectors.joining(", "));
        return List.of(
                "NO KEY IS NEEDED: every client that reaches this address may administrate by "
                        + String.join(", ", RustCompatRoutes.needing(Scope.ADMIN)) + ", by POST /v1/ops/ and "
                        + administration + ". Set FF_API_TOKEN or FF_API_KEYS_FILE.",
                "NO KEY IS NEEDED: every client that reaches this address may read inputs and results, by GET"
                        + " /v1/executions/, by POST /v1/ops/ and claim, describe_execution, read_execution_context,"
                        + " get_execution_result, await_result, and follow GET /v1/events. Set FF_API_TOKEN or"
                        + " FF_API_KEYS_FILE.");
    }

    /** How the store and the engine on it are opened. */
    public FabricOptions options() {
        return FabricOptions.DEFAULT.withEngine(engine).withStore(StoreSettings.DEFAULT.withConnections(connections));
    }

    /** The setting for the number of connections of the chosen store. */
    static Setting poolSize(Settings settings) {
        boolean postgres = settings.isNamedByBackend()
                ? settings.text(Setting.BACKEND).equalsIgnoreCase("postgres")
                : settings.text(Setting.STORE).startsWith("postgresql:");
        return postgres ? Setting.POSTGRES_POOL_SIZE : Setting.SQLITE_POOL_SIZE;
    }

    /** The same with traces. */
    public Deployment tracedBy(OpenTelemetry traces) {
        return new Deployment(
                store,
                connections,
                engine,
                server.withTelemetry(server.telemetry().withTracing(traces)));
    }

    /** Without traces, which are set up by the process. */
    private static Telemetry telemetry(Settings settings) {
        var telemetry = Telemetry.NONE.withAccessLog(settings.isOn(Setting.ACCESS_LOG));
        return settings.isOn(Setting.METRICS) ? telemetry.withMetrics(new ServerMetrics()) : telemetry;
    }

    private static boolean isKeyed(Settings settings) {
        return settings.isGiven(Setting.API_TOKEN)
                || settings.isGiven(Setting.API_TOKEN_FILE)
                || settings.isGiven(Setting.API_KEYS_FILE);
    }

    private static ServerConfig.Access access(Settings settings) {
        var origins = settings.list(Setting.CORS_ORIGINS);
        var access = isKeyed(settings)
                ? ServerConfig.Access.of(keys(settings), origins)
                : new ServerConfig.Access(Authenticator.OPEN, AccessView.open(), false, origins);
        return access.with(new ServerConfig.Shield(
                isKeyed(settings) && settings.isOn(Setting.METRICS_AUTH),
                tls(settings),
                settings.list(Setting.ALLOWED_HOSTS)));
    }

    private static Keys keys(Settings settings) {
        try {
            return Keys.of(
                    ApiToken.of(settings),
                    given(settings, Setting.API_KEYS_FILE).map(Path::of));
        } catch (IllegalArgumentException broken) {
            throw Settings.broken(Setting.API_KEYS_FILE, settings.text(Setting.API_KEYS_FILE), broken.getMessage());
        }
    }

    private static Optional<TlsKeystore> tls(Settings settings) {
        try {
            return given(settings, Setting.TLS_KEYSTORE)
                    .map(file -> TlsKeystore.open(Path.of(file), settings.text(Setting.TLS_KEYSTORE_PASSWORD)));
        } catch (IllegalArgumentException broken) {
            throw Settings.broken(Setting.TLS_KEYSTORE, settings.text(Setting.TLS_KEYSTORE), broken.getMessage());
        }
    }

    private static Optional<String> given(Settings settings, Setting setting) {
        return settings.isGiven(setting) ? Optional.of(settings.text(setting)) : Optional.empty();
    }

    private static String store(Settings settings) {
        if (!settings.isNamedByBackend()) {
            String store = settings.text(Setting.STORE);
            if (FlowFabric.isServer(store)) {
                throw Settings.broken(
                        Setting.STORE, store, "it is the address of a server; name a store, as in sqlite:app.db");
            }
            return store;
        }
        String backend = settings.text(Setting.BACKEND);
        return switch (backend.toLowerCase(Locale.ROOT)) {
            case "sqlite" -> "sqlite:" + settings.text(Setting.SQLITE_PATH);
            case "postgres" -> postgres(settings);
            default -> throw Settings.broken(Setting.BACKEND, backend, "use sqlite or postgres, or FF_STORE");
        };
    }

    private static String postgres(Settings settings) {
        String url = settings.text(Setting.POSTGRES_URL);
        if (url.isEmpty()) {
            throw Settings.broken(Setting.POSTGRES_URL, "", "FF_BACKEND=postgres needs it, or use FF_STORE");
        }
        return url.replaceFirst("^postgres:", "postgresql:");
    }
}

package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.server.auth.AccessView;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.auth.TlsKeystore;
import io.flowfabric.server.http.EngineView;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.origin.KnownHosts;
import io.flowfabric.server.http.pipeline.Authenticator;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The configuration of a server.
 *
 * @param listen the address it listens on; port 0 takes any free port
 * @param limits how much it handles at once
 * @param partitions the partition counts of the engine's store, needed to generate ids
 * @param access which callers are allowed
 * @param telemetry metrics, access log and traces
 */
public record ServerConfig(
        InetSocketAddress listen, Limits limits, PartitionConfig partitions, Access access, Telemetry telemetry) {

    /** On loopback, at any free port, without keys, with the default limits. */
    public static final ServerConfig LOOPBACK = new ServerConfig(
            new InetSocketAddress("127.0.0.1", 0),
            Limits.DEFAULT,
            PartitionConfig.DEFAULT,
            Access.OPEN,
            Telemetry.NONE);

    /**
     * How much a server handles at once.
     *
     * @param parkedRequests parked requests
     * @param eventStreams open event feeds
     * @param requests active requests, parked ones excepted
     * @param headerBytes the longest head of a request
     */
    public record Limits(int parkedRequests, int eventStreams, int requests, int headerBytes) {
        /** 10,000 parked requests, 1,000 feeds, 500 active requests, heads of 16 KiB. */
        public static final Limits DEFAULT = new Limits(10_000, 1_000, 500, 16_384);
    }

    /**
     * Which callers are allowed.
     *
     * @param authenticator finds the principal of a request
     * @param views the engine as a principal may use it
     * @param keyed whether there are keys, so that pages in browsers may send one
     * @param corsOrigins the origins whose pages may call the server; none when empty, {@code *} for all
     * @param shield further protection
     */
    public record Access(
            Authenticator authenticator,
            Function<Engine, EngineView> views,
            boolean keyed,
            List<String> corsOrigins,
            Shield shield) {
        /** All callers without a key, but no pages in browsers. */
        public static final Access OPEN = new Access(Authenticator.OPEN, AccessView.open(), false, List.of());

        public Access {
            corsOrigins = List.copyOf(corsOrigins);
        }

        /** The same callers without further protection. */
        public Access(
                Authenticator authenticator,
                Function<Engine, EngineView> views,
                boolean keyed,
                List<String> corsOrigins) {
            this(authenticator, views, keyed, corsOrigins, Shield.NONE);
        }

        /** The holders of keys, each with its scopes and namespace. */
        public static Access of(Keys keys, List<String> corsOrigins) {
            return new Access(keys, AccessView.of(keys), true, corsOrigins);
        }

        /** The same with other protection. */
        public Access with(Shield other) {
            return new Access(authenticator, views, keyed, corsOrigins, other);
        }

        /** The access that the metrics of the process need. */
        public Route.Access metrics() {
            return shield.metrics() ? Route.Access.toProcess(Scope.READ) : Route.Access.OPEN;
        }
    }

    /**
     * Protection of a server besides keys.
     *
     * @param metrics whether metrics need a key, too
     * @param tls the server's certificate; empty for plain HTTP
     * @param hosts host names under which it answers besides its address and {@code localhost}; when empty, every name
     *     on a server with keys and no other name on a server without keys
     */
    public record Shield(boolean metrics, Optional<TlsKeystore> tls, List<String> hosts) {
        public static final Shield NONE = new Shield(false, Optional.empty(), List.of());

        public Shield {
            hosts = List.copyOf(hosts);
        }
    }

    /** The host names under which it answers. */
    KnownHosts knownHosts() {
        var hosts = access.shield().hosts();
        return hosts.isEmpty() && access.keyed()
                ? KnownHosts.ANY
                : new KnownHosts(Stream.concat(hosts.stream(), Stream.of(listen.getHostString()))
                        .toList());
    }

    /** The same at another address. */
    public ServerConfig withListen(InetSocketAddress value) {
        return new ServerConfig(value, limits, partitions, access, telemetry);
    }

    /** The same with other limits. */
    public ServerConfig withLimits(Limits value) {
        return new ServerConfig(listen, value, partitions, access, telemetry);
    }

    /** The same with other access rules. */
    public ServerConfig withAccess(Access value) {
        return new ServerConfig(listen, limits, partitions, value, telemetry);
    }

    /** The same with other telemetry. */
    public ServerConfig withTelemetry(Telemetry value) {
        return new ServerConfig(listen, limits, partitions, access, value);
    }
}

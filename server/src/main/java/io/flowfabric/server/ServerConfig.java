package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Scope;
import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.server.auth.AccessView;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.auth.TlsKeystore;
import io.flowfabric.server.http.Authenticator;
import io.flowfabric.server.http.EngineView;
import io.flowfabric.server.http.KnownHosts;
import io.flowfabric.server.http.Route;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How a server behaves.
 *
 * @param listen where it listens; port 0 takes any that is free
 * @param limits how much it takes on at once
 * @param partitions the counts of the engine's store, by which ids are minted for flows
 * @param access who may come in
 * @param telemetry how it lets itself be watched
 */
public record ServerConfig(
        InetSocketAddress listen, Limits limits, PartitionConfig partitions, Access access, Telemetry telemetry) {

    /** On loopback, at any free port, open, with the usual limits. */
    public static final ServerConfig LOOPBACK = new ServerConfig(
            new InetSocketAddress("127.0.0.1", 0),
            Limits.DEFAULT,
            PartitionConfig.DEFAULT,
            Access.OPEN,
            Telemetry.NONE);

    /**
     * How much a server takes on at once.
     *
     * @param parkedRequests requests that wait
     * @param eventStreams feeds that are open
     * @param requests requests that are worked on, those that wait excepted
     * @param headerBytes how long the head of a request may be
     */
    public record Limits(int parkedRequests, int eventStreams, int requests, int headerBytes) {
        /** 10,000 requests that wait, 1,000 feeds, 500 requests worked on, heads of 16 KiB. */
        public static final Limits DEFAULT = new Limits(10_000, 1_000, 500, 16_384);
    }

    /**
     * Who may come in.
     *
     * @param authenticator tells who somebody is
     * @param views what of an engine somebody sees, once it is known who it is
     * @param keyed whether there are keys, so that pages in browsers may send one
     * @param corsOrigins which pages in browsers may talk to the server; none when empty, {@code *} for all
     * @param shield what protects it besides
     */
    public record Access(
            Authenticator authenticator,
            Function<Engine, EngineView> views,
            boolean keyed,
            List<String> corsOrigins,
            Shield shield) {
        /** Everybody, but no pages in browsers. */
        public static final Access OPEN = new Access(Authenticator.OPEN, AccessView.open(), false, List.of());

        public Access {
            corsOrigins = List.copyOf(corsOrigins);
        }

        /** The same people without further protection. */
        public Access(
                Authenticator authenticator,
                Function<Engine, EngineView> views,
                boolean keyed,
                List<String> corsOrigins) {
            this(authenticator, views, keyed, corsOrigins, Shield.NONE);
        }

        /** Those who have one of several keys, each with what it may see and do. */
        public static Access of(Keys keys, List<String> corsOrigins) {
            return new Access(keys, AccessView.of(keys), true, corsOrigins);
        }

        /** The same behind a shield. */
        public Access with(Shield other) {
            return new Access(authenticator, views, keyed, corsOrigins, other);
        }

        /** Who may read the metrics of the process. */
        public Route.Access metrics() {
            return shield.metrics() ? Route.Access.toProcess(Scope.READ) : Route.Access.OPEN;
        }
    }

    /**
     * What protects a server besides keys.
     *
     * @param metrics whether metrics need a key, too
     * @param tls by which the server proves who it is; without, it speaks in the clear
     * @param hosts names under which it may be called besides its address and {@code localhost}; empty for every name on a
     *     server with keys and no further name on one without
     */
    public record Shield(boolean metrics, Optional<TlsKeystore> tls, List<String> hosts) {
        public static final Shield NONE = new Shield(false, Optional.empty(), List.of());

        public Shield {
            hosts = List.copyOf(hosts);
        }
    }

    /** The names under which it answers. */
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

    /** The same for others. */
    public ServerConfig withAccess(Access value) {
        return new ServerConfig(listen, limits, partitions, value, telemetry);
    }

    /** The same, watched. */
    public ServerConfig withTelemetry(Telemetry value) {
        return new ServerConfig(listen, limits, partitions, access, value);
    }
}

package io.flowfabric.server;

import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.server.http.Authenticator;
import io.flowfabric.server.http.EngineView;
import java.net.InetSocketAddress;
import java.util.List;

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
     * @param threads that handle requests
     */
    public record Limits(int parkedRequests, int eventStreams, int threads) {
        /** 10,000 requests that wait, 1,000 feeds, 200 threads. */
        public static final Limits DEFAULT = new Limits(10_000, 1_000, 200);
    }

    /**
     * Who may come in.
     *
     * @param authenticator tells who somebody is
     * @param view what of the engine somebody sees, once it is known who it is
     * @param keyed whether there are keys, so that pages in browsers may send one
     * @param corsOrigins which pages in browsers may talk to the server; {@code *} for all
     */
    public record Access(Authenticator authenticator, EngineView view, boolean keyed, List<String> corsOrigins) {
        /** Everybody, from everywhere. */
        public static final Access OPEN = new Access(Authenticator.OPEN, EngineView.WHOLE, false, List.of("*"));

        public Access {
            corsOrigins = List.copyOf(corsOrigins);
        }
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

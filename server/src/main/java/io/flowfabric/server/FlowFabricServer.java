package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.server.auth.TlsKeystore;
import io.flowfabric.server.feed.EventFeeds;
import io.flowfabric.server.http.AllowedOrigins;
import io.flowfabric.server.http.AnswerMemory;
import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.Cors;
import io.flowfabric.server.http.CrossSiteGuard;
import io.flowfabric.server.http.Farewell;
import io.flowfabric.server.http.JsonContentType;
import io.flowfabric.server.http.KeyLimit;
import io.flowfabric.server.http.ParkedRequests;
import io.flowfabric.server.http.Patience;
import io.flowfabric.server.http.Pipeline;
import io.flowfabric.server.http.PunctualConnections;
import io.flowfabric.server.http.PunctualConnector;
import io.flowfabric.server.http.PunctualHandshakes;
import io.flowfabric.server.http.Quota;
import io.flowfabric.server.http.RequestLimit;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Routing;
import io.flowfabric.server.http.ServerThreads;
import io.flowfabric.server.http.UnreadRequests;
import io.flowfabric.server.metrics.ServerMetrics;
import io.flowfabric.server.ops.OpenApi;
import io.flowfabric.server.ops.Operations;
import io.flowfabric.server.routes.ClassicRoutes;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.Arguments;
import io.flowfabric.wire.HandleSeal;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine behind HTTP. The engine belongs to whoever started the server, and is closed after it. Safe for use by any
 * thread.
 */
public final class FlowFabricServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlowFabricServer.class);

    /**
     * How many connections may wait to be accepted. The kernel drops the first packets of more than that, and their senders
     * try again only after a second or more: many clients that connect at once would be held up for nothing.
     */
    private static final int ACCEPT_QUEUE = 4_096;

    /** For health, for refusing requests, and for writing to those who waited. */
    private static final int SPARE_THREADS = 50;

    /**
     * Execution ids have braces, which many clients send as they are. A path leads to a route as it was sent or to none, and is
     * no name of a file, so that nothing in it can be mistaken for something else.
     */
    private static final UriCompliance URIS = UriCompliance.UNSAFE;

    /** {@code curl -X post} sends it like that. */
    private static final HttpCompliance HTTP =
            HttpCompliance.RFC9110.with("FLOWFABRIC", HttpCompliance.Violation.CASE_INSENSITIVE_METHOD);

    private final Javalin javalin;
    private final InetSocketAddress listen;
    private final Patience patience;
    private final Routing routing;
    private volatile int port;
    private final Health health;
    private final ParkedRequests parked;
    private final EventFeeds feeds;
    private final Farewell farewell = new Farewell();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Optional<ServerMetrics> metrics;

    private FlowFabricServer(ServerConfig config, Engine engine, Patience patience) {
        this.listen = config.listen();
        this.patience = patience;
        var threads = ServerThreads.atMost(config.limits().requests() + SPARE_THREADS);
        health = new Health(engine);
        var telemetry = config.telemetry();
        var watched = telemetry.around(engine);
        var memory = new AnswerMemory();
        engine.answerWithin(memory);
        parked = new ParkedRequests(
                new Quota("parked_requests", config.limits().parkedRequests()), threads.handlers(), memory);
        var view = config.access().views().apply(watched);
        feeds = new EventFeeds(
                view, new Quota("event_streams", config.limits().eventStreams()), threads.handlers(), memory);
        var seal = HandleSeal.of(engine);
        var operations = new Operations(view, new Arguments(seal, config.partitions()), new Answers(seal), parked);
        var pages = telemetry.pages();
        routing = new Routing(pipeline(config, patience), routes(operations, pages), pages);
        javalin = Javalin.create(jetty -> {
            jetty.startup.showJavalinBanner = false;
            jetty.startup.startupWatcherEnabled = false;
            jetty.http.compressionStrategy = CompressionStrategy.NONE;
            jetty.jetty.threadPool = threads.pool();
            configure(jetty, config, patience);
            routing.install(jetty);
        });
        metrics = telemetry.metrics();
        metrics.ifPresent(this::show);
        metrics.ifPresent(shown -> shown.watch(engine));
    }

    private void show(ServerMetrics shown) {
        shown.show("ff.parked.requests", "Requests that wait for an answer", this::parkedRequests);
        shown.show("ff.event.streams", "Feeds of events that are open", this::eventStreams);
    }

    /**
     * Starts a server and answers once it accepts requests.
     *
     * @throws io.flowfabric.model.error.EngineException when the store cannot be used
     * @throws IllegalArgumentException when the configuration cannot be used
     * @throws UnavailableException when it cannot listen there
     */
    public static FlowFabricServer start(ServerConfig config, Engine engine) {
        return start(config, engine, Patience.DEFAULT);
    }

    static FlowFabricServer start(ServerConfig config, Engine engine, Patience patience) {
        var server = new FlowFabricServer(config, engine, patience);
        try {
            server.javalin.start();
            server.port = server.javalin.port();
            // Not before: a server that cannot start would be stopped with patience, and fail again by that.
            server.javalin
                    .jettyServer()
                    .server()
                    .setStopTimeout(patience.farewell().toMillis());
            LOG.info("Serving at {}", server.address());
            return server;
        } catch (Exception unable) { // Kotlin does not declare what Jetty throws; Jetty has stopped by then
            throw new UnavailableException(
                    "listen on %s:%d"
                            .formatted(
                                    config.listen().getHostString(),
                                    config.listen().getPort()),
                    "%s. Choose another address.".formatted(why(unable)));
        }
    }

    /** What the system said: those above take every refusal for a port that is in use. */
    private static String why(Throwable unable) {
        var cause = unable;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof UnresolvedAddressException ? "No such host is known" : cause.getMessage();
    }

    /** Where it listens, or has listened until it was closed. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listen.getHostString(), port);
    }

    /** How many requests wait at the moment. */
    public int parkedRequests() {
        return parked.count();
    }

    /** Every route that it serves, as a method and a template. */
    List<String> routes() {
        return routing.routes();
    }

    /** Stops or goes on to take connections; those that come meanwhile wait in the queue. */
    void accept(boolean accepting) {
        for (Connector connector : javalin.jettyServer().server().getConnectors()) {
            ((ServerConnector) connector).setAccepting(accepting);
        }
    }

    /** How many feeds are open at the moment. */
    public int eventStreams() {
        return feeds.count();
    }

    /**
     * Turns unready, stops accepting, answers whoever waits, ends the feeds and lets requests under way finish, for at most
     * 15 seconds. What comes meanwhile on connections that are still open is refused. Closing it again does nothing.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        health.stop();
        farewell.begin();
        parked.close();
        feeds.close();
        try {
            javalin.stop();
            LOG.info("Stopped; every request under way has finished");
        } catch (JavalinException late) {
            // Jetty has stopped, and says in this way that it did not wait any longer.
            metrics.ifPresent(ServerMetrics::shutdownTimedOut);
            LOG.warn(
                    "Stopped after {} s; requests that had not finished were cut off",
                    patience.farewell().toSeconds());
        }
        metrics.ifPresent(ServerMetrics::close);
    }

    private List<Route> routes(Operations operations, List<Route> pages) {
        var routes = new ArrayList<Route>(health.routes());
        routes.addAll(operations.routes());
        routes.addAll(ClassicRoutes.on(operations));
        routes.add(feeds.route());
        var described = new ArrayList<>(routes);
        described.addAll(pages);
        routes.add(OpenApi.route(described));
        return routes;
    }

    private Pipeline pipeline(ServerConfig config, Patience patience) {
        var access = config.access();
        var origins = AllowedOrigins.of(access.corsOrigins());
        return new Pipeline(
                new Cors(origins, access.keyed()),
                config.telemetry().steps(),
                List.of(
                        new CrossSiteGuard(origins, config.knownHosts()),
                        farewell,
                        new RequestLimit(config.limits().requests())),
                access.authenticator(),
                List.of(
                        new KeyLimit(config.limits().requests()),
                        new BodyLimit(patience.body()),
                        new JsonContentType()));
    }

    private void configure(JavalinConfig javalin, ServerConfig config, Patience patience) {
        var listen = config.listen();
        javalin.jetty.modifyHttpConfiguration(http -> configure(http, config));
        javalin.jetty.addConnector((server, http) -> {
            var plain = new PunctualConnections(http, patience.head());
            var connector = config.access()
                    .shield()
                    .tls()
                    .map(keystore ->
                            new PunctualConnector(server, patience.answer(), secured(keystore, plain, patience), plain))
                    .orElseGet(() -> new PunctualConnector(server, patience.answer(), plain));
            connector.setHost(listen.getHostString());
            connector.setPort(listen.getPort());
            connector.setAcceptQueueSize(ACCEPT_QUEUE);
            connector.setIdleTimeout(patience.silence().toMillis());
            connector.setShutdownIdleTimeout(patience.lingering().toMillis());
            return connector;
        });
        var errors = new UnreadRequests();
        javalin.jetty.modifyServer(server -> {
            // Counts requests under way, without which stopping does not wait for them.
            server.setHandler(new GracefulHandler());
            server.setErrorHandler(errors);
        });
        javalin.jetty.modifyServletContextHandler(context -> {
            context.setErrorHandler(errors);
            context.getServletHandler().setDecodeAmbiguousURIs(true);
        });
    }

    private static PunctualHandshakes secured(TlsKeystore keystore, ConnectionFactory plain, Patience patience) {
        return new PunctualHandshakes(keystore.contextFactory(), plain.getProtocol(), patience.head());
    }

    private static void configure(HttpConfiguration http, ServerConfig config) {
        http.setRequestHeaderSize(config.limits().headerBytes());
        http.setUriCompliance(URIS);
        http.setHttpCompliance(HTTP);
        // Otherwise a header is taken for the last one on the connection that differs in case only: a wrong key for a
        // right one.
        http.setHeaderCacheCaseSensitive(true);
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
    }
}

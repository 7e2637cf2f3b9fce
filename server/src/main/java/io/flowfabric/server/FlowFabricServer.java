package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.server.auth.TlsKeystore;
import io.flowfabric.server.feed.EventFeeds;
import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.ConcurrencyQuota;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.connection.DeadlineConnector;
import io.flowfabric.server.http.connection.DeadlineHttpConnectionFactory;
import io.flowfabric.server.http.connection.DeadlineTlsConnectionFactory;
import io.flowfabric.server.http.connection.HttpTimeouts;
import io.flowfabric.server.http.connection.ServerThreads;
import io.flowfabric.server.http.limit.AnswerMemory;
import io.flowfabric.server.http.limit.KeyLimit;
import io.flowfabric.server.http.limit.RequestLimit;
import io.flowfabric.server.http.origin.AllowedOrigins;
import io.flowfabric.server.http.origin.Cors;
import io.flowfabric.server.http.origin.CrossSiteGuard;
import io.flowfabric.server.http.origin.JsonContentType;
import io.flowfabric.server.http.pipeline.JettyErrorHandler;
import io.flowfabric.server.http.pipeline.ParkedRequests;
import io.flowfabric.server.http.pipeline.RequestPipeline;
import io.flowfabric.server.http.pipeline.Routing;
import io.flowfabric.server.http.pipeline.ShutdownGate;
import io.flowfabric.server.metrics.ServerMetrics;
import io.flowfabric.server.ops.OpenApi;
import io.flowfabric.server.ops.Operations;
import io.flowfabric.server.routes.RustCompatRoutes;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.Arguments;
import io.flowfabric.wire.handle.HandleSeal;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves an engine over HTTP. The caller keeps the engine and closes it after the server. Safe for use by any thread.
 */
public final class FlowFabricServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlowFabricServer.class);

    /**
     * How many connections may wait to be accepted. The kernel drops the first packets beyond that, and clients repeat
     * them only after a second or more, which would delay many clients that connect at once.
     */
    private static final int ACCEPT_QUEUE = 4_096;

    /** For health checks, for refusing requests, and for writing the answers of parked requests. */
    private static final int SPARE_THREADS = 50;

    /**
     * Execution ids have braces, which many clients send unencoded. A path is matched against the routes as it was sent
     * and never names a file, so unusual characters in it are harmless.
     */
    private static final UriCompliance URIS = UriCompliance.UNSAFE;

    /** {@code curl -X post} sends the method in lower case. */
    private static final HttpCompliance HTTP =
            HttpCompliance.RFC9110.with("FLOWFABRIC", HttpCompliance.Violation.CASE_INSENSITIVE_METHOD);

    private final Server jetty;
    private final ServerConnector connector;
    private final InetSocketAddress listen;
    private final HttpTimeouts timeouts;
    private final Routing routing;
    private volatile int port;
    private final Health health;
    private final ParkedRequests parked;
    private final EventFeeds feeds;
    private final ShutdownGate shutdownGate = new ShutdownGate();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Optional<ServerMetrics> metrics;

    private FlowFabricServer(ServerConfig config, Engine engine, HttpTimeouts timeouts) {
        this.listen = config.listen();
        this.timeouts = timeouts;
        var threads = ServerThreads.atMost(config.limits().requests() + SPARE_THREADS);
        health = new Health(engine);
        var telemetry = config.telemetry();
        var watched = telemetry.around(engine);
        var memory = new AnswerMemory();
        engine.answerWithin(memory);
        parked = new ParkedRequests(
                new ConcurrencyQuota("parked_requests", config.limits().parkedRequests()), threads.handlers(), memory);
        var view = config.access().views().apply(watched);
        feeds = new EventFeeds(
                view,
                new ConcurrencyQuota("event_streams", config.limits().eventStreams()),
                threads.handlers(),
                memory);
        var seal = HandleSeal.of(engine);
        var operations = new Operations(view, new Arguments(seal, config.partitions()), new Answers(seal), parked);
        var pages = telemetry.pages();
        routing = new Routing(pipeline(config, timeouts), routes(operations, pages), pages);
        jetty = new Server(threads.pool());
        connector = connector(config);
        jetty.addConnector(connector);
        var errors = new JettyErrorHandler();
        jetty.setErrorHandler(errors);
        // Counts active requests; without it, stopping does not wait for them.
        jetty.setHandler(new GracefulHandler(context(routing, errors)));
        metrics = telemetry.metrics();
        metrics.ifPresent(this::show);
        metrics.ifPresent(shown -> shown.watch(engine));
    }

    private void show(ServerMetrics shown) {
        shown.show("ff.parked.requests", "Requests that wait for an answer", this::parkedRequests);
        shown.show("ff.event.streams", "Feeds of events that are open", this::eventStreams);
    }

    /**
     * Starts a server; returns once it accepts requests.
     *
     * @throws io.flowfabric.model.error.EngineException when the store cannot be used
     * @throws IllegalArgumentException when the configuration cannot be used
     * @throws UnavailableException when it cannot listen there
     */
    public static FlowFabricServer start(ServerConfig config, Engine engine) {
        return start(config, engine, HttpTimeouts.DEFAULT);
    }

    static FlowFabricServer start(ServerConfig config, Engine engine, HttpTimeouts timeouts) {
        var server = new FlowFabricServer(config, engine, timeouts);
        try {
            server.jetty.start();
            server.port = server.connector.getLocalPort();
            // Not before: stopping a server that failed to start would wait for the timeout, and fail again.
            server.jetty.setStopTimeout(timeouts.farewell().toMillis());
            LOG.info("Serving at {}", server.address());
            return server;
        } catch (Exception unable) { // Jetty declares no narrower one
            server.stopAfterFailure();
            throw new UnavailableException(
                    "listen on %s:%d"
                            .formatted(
                                    config.listen().getHostString(),
                                    config.listen().getPort()),
                    "%s. Choose another address.".formatted(why(unable)));
        }
    }

    private void stopAfterFailure() {
        try {
            jetty.stop();
        } catch (Exception unable) { // Jetty declares no narrower one
            LOG.debug("A server that did not start could not be stopped", unable);
        }
    }

    /** The message of the innermost cause, which says what is wrong with the address. */
    private static String why(Throwable unable) {
        var cause = unable;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof UnresolvedAddressException ? "No such host is known" : cause.getMessage();
    }

    /** The address it listens on, or has listened on until it was closed. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listen.getHostString(), port);
    }

    /** How many requests are parked now. */
    public int parkedRequests() {
        return parked.count();
    }

    /** Every route that it serves, as a method and a template. */
    List<String> routes() {
        return routing.routes();
    }

    /** Pauses or resumes accepting connections; meanwhile they wait in the queue. */
    void accept(boolean accepting) {
        connector.setAccepting(accepting);
    }

    /** How many event feeds are open now. */
    public int eventStreams() {
        return feeds.count();
    }

    /**
     * Turns unready, stops accepting, answers the parked requests, ends the feeds and lets the other requests finish,
     * for at most 15 seconds. Requests that arrive meanwhile on open connections are refused. Closing again has no
     * effect.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        health.stop();
        shutdownGate.begin();
        parked.close();
        feeds.close();
        try {
            jetty.stop();
            LOG.info("Stopped; all requests have finished");
        } catch (Exception late) {
            // Jetty has stopped, and reports by this exception that requests had not finished in time.
            metrics.ifPresent(ServerMetrics::shutdownTimedOut);
            LOG.warn(
                    "Stopped after {} s; requests that had not finished were cut off",
                    timeouts.farewell().toSeconds());
        }
        metrics.ifPresent(ServerMetrics::close);
    }

    private List<Route> routes(Operations operations, List<Route> pages) {
        var routes = new ArrayList<Route>(health.routes());
        routes.addAll(operations.routes());
        routes.addAll(RustCompatRoutes.on(operations));
        routes.add(feeds.route());
        var described = new ArrayList<>(routes);
        described.addAll(pages);
        routes.add(OpenApi.route(described));
        return routes;
    }

    private RequestPipeline pipeline(ServerConfig config, HttpTimeouts timeouts) {
        var access = config.access();
        var origins = AllowedOrigins.of(access.corsOrigins());
        return new RequestPipeline(
                new Cors(origins, access.keyed()),
                config.telemetry().steps(),
                List.of(
                        new CrossSiteGuard(origins, config.knownHosts()),
                        shutdownGate,
                        new RequestLimit(config.limits().requests())),
                access.authenticator(),
                List.of(
                        new KeyLimit(config.limits().requests()),
                        new BodyLimit(timeouts.body()),
                        new JsonContentType()));
    }

    private ServerConnector connector(ServerConfig config) {
        var plain = new DeadlineHttpConnectionFactory(http(config), timeouts.head());
        var connecting = config.access()
                .shield()
                .tls()
                .map(keystore ->
                        new DeadlineConnector(jetty, timeouts.answer(), secured(keystore, plain, timeouts), plain))
                .orElseGet(() -> new DeadlineConnector(jetty, timeouts.answer(), plain));
        connecting.setHost(listen.getHostString());
        connecting.setPort(listen.getPort());
        connecting.setAcceptQueueSize(ACCEPT_QUEUE);
        connecting.setIdleTimeout(timeouts.silence().toMillis());
        connecting.setShutdownIdleTimeout(timeouts.lingering().toMillis());
        return connecting;
    }

    private static ServletContextHandler context(Routing routing, JettyErrorHandler errors) {
        var context = new ServletContextHandler();
        context.setContextPath("/");
        context.setErrorHandler(errors);
        context.getServletHandler().setDecodeAmbiguousURIs(true);
        var holder = new ServletHolder(routing.servlet());
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        return context;
    }

    private static DeadlineTlsConnectionFactory secured(
            TlsKeystore keystore, ConnectionFactory plain, HttpTimeouts timeouts) {
        return new DeadlineTlsConnectionFactory(keystore.contextFactory(), plain.getProtocol(), timeouts.head());
    }

    private static HttpConfiguration http(ServerConfig config) {
        var http = new HttpConfiguration();
        http.setRequestHeaderSize(config.limits().headerBytes());
        http.setUriCompliance(URIS);
        http.setHttpCompliance(HTTP);
        // Without this, Jetty reuses the last header of the connection that differs only in case: a wrong key could
        // pass for a right one.
        http.setHeaderCacheCaseSensitive(true);
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        return http;
    }
}

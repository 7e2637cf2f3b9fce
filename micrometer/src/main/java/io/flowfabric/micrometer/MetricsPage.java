package io.flowfabric.micrometer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The page {@code GET /metrics} for programs that embed the engine without its server. It needs no key: serve it only
 * where all callers may read it.
 *
 * <pre>{@code
 * var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
 * var page = MetricsPage.serve(new InetSocketAddress("127.0.0.1", 9464), registry::scrape);
 * }</pre>
 *
 * <p>The caller closes it; all methods may be called from any thread.
 */
public final class MetricsPage implements AutoCloseable {
    /** An empty page, for a program without metrics. */
    public static final Supplier<String> NO_METRICS = () -> "";

    private static final String PATH = "/metrics";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final int THREADS = 2;
    private static final int NO_BODY = -1;

    private final HttpServer server;
    private final ExecutorService threads;

    private MetricsPage(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Serves the page at an address, port 0 for any free one.
     *
     * @param text writes the page anew for each request, as {@code PrometheusMeterRegistry.scrape} does
     * @throws IOException if the address is not available
     */
    public static MetricsPage serve(InetSocketAddress address, Supplier<String> text) throws IOException {
        var server = HttpServer.create(address, 0);
        var threads = Executors.newFixedThreadPool(THREADS, work -> {
            var thread = new Thread(work, "flowfabric-metrics");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", handler(text));
        server.start();
        return new MetricsPage(server, threads);
    }

    /** Only the handler, for an HTTP server that the program already has. */
    public static HttpHandler handler(Supplier<String> text) {
        return exchange -> {
            try (exchange) {
                answer(exchange, text);
            }
        };
    }

    private static void answer(HttpExchange exchange, Supplier<String> text) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (!exchange.getRequestURI().getPath().equals(PATH)) {
            exchange.sendResponseHeaders(404, NO_BODY);
        } else if (!head && !exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            exchange.sendResponseHeaders(405, NO_BODY);
        } else {
            byte[] page = text.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", TEXT);
            exchange.sendResponseHeaders(200, head || page.length == 0 ? NO_BODY : page.length);
            if (!head) {
                exchange.getResponseBody().write(page);
            }
        }
    }

    /** The address of the page. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Stops serving. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}

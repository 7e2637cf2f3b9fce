package io.flowfabric.server.http.origin;

import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.RequestStep;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses requests that foreign web pages send through the browser of a user who can reach the server: requests of an
 * origin that is not allowed, and requests under a host name that is not the server's. Checked before keys, since a
 * server on loopback may have none.
 */
public final class CrossSiteGuard implements RequestStep {
    private static final Set<String> ELSEWHERE = Set.of("cross-site", "same-site");
    private static final String NAVIGATION = "navigate";
    private static final int MOST_SHOWN = 128;

    private final AllowedOrigins origins;
    private final KnownHosts hosts;

    public CrossSiteGuard(AllowedOrigins origins, KnownHosts hosts) {
        this.origins = origins;
        this.hosts = hosts;
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        String host = exchange.request().getServerName();
        if (!hosts.knows(host)) {
            throw Problem.forbidden(
                    "host_forbidden",
                    "forbidden: this server is not known as %s; add the name to FF_ALLOWED_HOSTS, or call its address"
                            .formatted(shortened(host)));
        }
        var origin = exchange.header("Origin");
        if (origin.isPresent() ? !isOwn(exchange, origin.get()) && !origins.allows(origin.get()) : isHidden(exchange)) {
            throw Problem.forbidden(
                    "origin_forbidden",
                    "forbidden: pages of %s may not call this server; FF_CORS_ORIGINS names those that may"
                            .formatted(shortened(origin.orElse("another origin"))));
        }
        next.handle(exchange);
    }

    private static String shortened(String given) {
        return given.substring(0, Math.min(given.length(), MOST_SHOWN));
    }

    /** Whether the page came from this server. */
    private static boolean isOwn(Exchange exchange, String origin) {
        var request = exchange.request();
        return origin.toLowerCase(Locale.ROOT)
                .equals("%s://%s"
                        .formatted(request.getScheme(), exchange.header("Host").orElse(""))
                        .toLowerCase(Locale.ROOT));
    }

    /** Whether a foreign page sends it without an origin: images, scripts and such. Navigation is allowed. */
    private boolean isHidden(Exchange exchange) {
        return !origins.any()
                && exchange.header("Sec-Fetch-Site").filter(ELSEWHERE::contains).isPresent()
                && exchange.header("Sec-Fetch-Mode").filter(NAVIGATION::equals).isEmpty();
    }
}

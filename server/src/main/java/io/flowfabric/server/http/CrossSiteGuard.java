package io.flowfabric.server.http;

import java.util.Locale;
import java.util.Set;

/**
 * Refuses what pages of strangers send through the browser of somebody who reaches the server: requests of another origin
 * than those allowed, and requests under a name that is not the server's. Before keys are looked at, since a server on
 * loopback may have none.
 */
public final class CrossSiteGuard implements Step {
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

    /** Whether a page elsewhere sends it without saying where: images, scripts and such. Links may be followed. */
    private boolean isHidden(Exchange exchange) {
        return !origins.any()
                && exchange.header("Sec-Fetch-Site").filter(ELSEWHERE::contains).isPresent()
                && exchange.header("Sec-Fetch-Mode").filter(NAVIGATION::equals).isEmpty();
    }
}

package io.flowfabric.sdk.remote;

import io.flowfabric.engine.store.Addresses;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The address of a server.
 *
 * @param base the URI to which the paths of operations are appended, without a slash at its end
 */
record ServerAddress(URI base) {
    private static final String PATH = "/v1/ops/";
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /** Whether a text is meant to be the address of a server. */
    static boolean isMeant(String text) {
        String start = text.toLowerCase(Locale.ROOT);
        return start.startsWith("http://") || start.startsWith("https://");
    }

    /** Fails with {@code invalid_input} if it is not the address of a server. */
    static ServerAddress parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException malformed) {
            throw refused(text);
        }
        boolean plain = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
        if (!isMeant(text) || uri.getHost() == null || !plain) {
            throw refused(text);
        }
        return new ServerAddress(URI.create(text.replaceFirst("/+$", "")));
    }

    boolean isSecured() {
        return base.getScheme().equalsIgnoreCase("https");
    }

    /** The name or the number of the host; of the sixth version without brackets. */
    String host() {
        String host = base.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        return base.getPort() >= 0 ? base.getPort() : isSecured() ? HTTPS : HTTP;
    }

    URI of(String operation) {
        return URI.create(base + PATH + operation);
    }

    @Override
    public String toString() {
        return base.toString();
    }

    private static EngineException refused(String text) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "server: \"%s\"".formatted(Addresses.withoutSecrets(text)),
                        "Write https://host or http://host:port; the key goes beside the address, not into it.")
                .toException();
    }
}

package io.flowfabric.store.postgres;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a PostgreSQL store lives: {@code postgresql://user:password@host:port/database?schema=name}. Parameters other
 * than {@code schema} are handed to the driver.
 *
 * @param jdbcUrl the address as the driver wants it, without user and password
 */
record PostgresAddress(String jdbcUrl, Optional<String> user, Optional<String> password, SchemaName schema) {
    private static final String SHAPE =
            "Write postgresql://user:password@host:5432/database, with ?schema=name behind it if wanted.";

    /**
     * Reads an address.
     *
     * @throws io.flowfabric.model.error.ValidationException ({@code invalid_input}) naming what is wrong with it; the
     *     password is not repeated
     */
    static PostgresAddress parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException malformed) {
            throw refuse("the address is not a URI: " + malformed.getReason());
        }
        if (uri.getHost() == null) {
            throw refuse("the address names no host");
        }
        if (uri.getPath() == null || uri.getPath().length() < 2) {
            throw refuse("the address names no database");
        }
        Map<String, String> parameters = parameters(uri.getRawQuery());
        var schema = Optional.ofNullable(parameters.remove("schema"))
                .map(SchemaName::new)
                .orElse(SchemaName.DEFAULT);
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining("&"));
        String url =
                "jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + (query.isEmpty() ? "" : "?" + query);
        String[] credentials = uri.getRawUserInfo() == null
                ? new String[0]
                : uri.getRawUserInfo().split(":", 2);
        return new PostgresAddress(
                url,
                credentials.length > 0 ? Optional.of(decode(credentials[0])) : Optional.empty(),
                credentials.length > 1 ? Optional.of(decode(credentials[1])) : Optional.empty(),
                schema);
    }

    /** Without user and password. */
    @Override
    public String toString() {
        return jdbcUrl;
    }

    private static Map<String, String> parameters(String rawQuery) {
        var parameters = new LinkedHashMap<String, String>();
        for (String part : rawQuery == null ? new String[0] : rawQuery.split("&")) {
            int equals = part.indexOf('=');
            parameters.put(equals < 0 ? part : part.substring(0, equals), equals < 0 ? "" : part.substring(equals + 1));
        }
        return parameters;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static EngineException refuse(String detail) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, SHAPE).toException();
    }
}

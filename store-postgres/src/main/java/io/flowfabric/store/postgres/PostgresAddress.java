package io.flowfabric.store.postgres;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.store.postgres.transaction.SchemaName;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a PostgreSQL store lives: {@code postgresql://user:password@host:port/database?schema=name}. Parameters other
 * than {@code schema} are handed to the driver.
 *
 * @param jdbcUrl the address as the driver wants it, without user and password
 */
public record PostgresAddress(String jdbcUrl, Optional<String> user, Optional<String> password, SchemaName schema) {
    private static final String SHAPE =
            "Write postgresql://user:password@host:5432/database, with ?schema=name behind it if wanted.";

    /** Names with underscores are no host names to {@link URI}, but they are to container networks. */
    private static final Pattern HOST = Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");

    private static final int MAX_PORT = 65_535;

    /**
     * Reads an address.
     *
     * @throws io.flowfabric.model.error.ValidationException ({@code invalid_input}) naming what is wrong with it; the
     *     password is not repeated
     */
    public static PostgresAddress parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException malformed) {
            throw refuse("the address is not a URI: " + malformed.getReason());
        }
        String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        int at = authority.lastIndexOf('@');
        String hosts = authority.substring(at + 1);
        if (!areHosts(hosts)) {
            throw refuse(noHosts(text, at >= 0, hosts));
        }
        if (uri.getPath() == null || uri.getPath().length() < 2) {
            throw refuse("the address names no database");
        }
        Map<String, String> parameters = parameters(uri.getRawQuery());
        var schema = Optional.ofNullable(parameters.remove("schema"))
                .map(SchemaName::new)
                .orElse(SchemaName.DEFAULT);
        Optional<String> user = Optional.ofNullable(parameters.remove("user"));
        Optional<String> password = Optional.ofNullable(parameters.remove("password"));
        if (at >= 0) {
            String[] credentials = authority.substring(0, at).split(":", 2);
            user = Optional.of(credentials[0]);
            password = credentials.length > 1 ? Optional.of(credentials[1]) : password;
        }
        String query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining("&"));
        String url = "jdbc:postgresql://" + hosts + uri.getRawPath() + (query.isEmpty() ? "" : "?" + query);
        return new PostgresAddress(
                url, user.map(PostgresAddress::decode), password.map(PostgresAddress::decode), schema);
    }

    /** Hosts and database: what else there is may be secret. */
    @Override
    public String toString() {
        int query = jdbcUrl.indexOf('?');
        return query < 0 ? jdbcUrl : jdbcUrl.substring(0, query);
    }

    /** A password may end up where the hosts should be, by characters that end what stands before the path. */
    private static String noHosts(String text, boolean credentials, String hosts) {
        if (hosts.isEmpty()) {
            return "the address names no host";
        }
        return !credentials && text.indexOf('@') >= 0
                ? "the user or the password has one of / ? #, which are written as %2F %3F %23"
                : "\"" + hosts + "\" is no host, or host and port";
    }

    private static boolean areHosts(String hosts) {
        return Arrays.stream(hosts.split(",", -1))
                .map(HOST::matcher)
                .allMatch(host ->
                        host.matches() && (host.group(1) == null || Integer.parseInt(host.group(1)) <= MAX_PORT));
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

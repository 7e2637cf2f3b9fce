package io.flowfabric.bench.store;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * How to reach a PostgreSQL server.
 *
 * @param database one that exists, for what concerns the server as a whole
 */
public record Login(String host, int port, String user, String password, String database) {
    private static final int USUAL_PORT = 5432;

    /**
     * Reads {@code postgresql://user:password@host:port/database}; options behind it are not used.
     *
     * @throws EngineException {@code invalid_input} if a part is missing; the password is not repeated
     */
    public static Login parse(String address) {
        var uri = URI.create(address);
        if (uri.getHost() == null
                || uri.getRawUserInfo() == null
                || uri.getPath().length() < 2) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "the address does not name one host, a user and a database",
                            "The benchmark needs all three, like postgresql://user:password@host:5432/database.")
                    .toException();
        }
        var account = uri.getRawUserInfo().split(":", 2);
        return new Login(
                uri.getHost(),
                uri.getPort() < 0 ? USUAL_PORT : uri.getPort(),
                decode(account[0]),
                account.length < 2 ? "" : decode(account[1]),
                uri.getPath().substring(1));
    }

    String address(String inDatabase) {
        String account = password.isEmpty() ? encode(user) : encode(user) + ":" + encode(password);
        return "postgresql://%s@%s:%d/%s".formatted(account, host, port, inDatabase);
    }

    String jdbcUrl(String inDatabase) {
        String account = "user=" + encode(user) + (password.isEmpty() ? "" : "&password=" + encode(password));
        return "jdbc:postgresql://%s:%d/%s?%s".formatted(host, port, inDatabase, account);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "%s@%s:%d/%s".formatted(user, host, port, database);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

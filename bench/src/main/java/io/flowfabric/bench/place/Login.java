package io.flowfabric.bench.place;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import java.net.URI;
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
     * @throws EngineException {@code invalid_input} if it has another form
     */
    public static Login parse(String address) {
        var uri = URI.create(address);
        if (uri.getHost() == null || uri.getUserInfo() == null || uri.getPath().length() < 2) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "address: \"" + address + "\"",
                            "Write it like postgresql://user:password@host:5432/database.")
                    .toException();
        }
        var account = uri.getUserInfo().split(":", 2);
        return new Login(
                uri.getHost(),
                uri.getPort() < 0 ? USUAL_PORT : uri.getPort(),
                account[0],
                account.length < 2 ? "" : account[1],
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

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

package io.flowfabric.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** One key that opens everything. */
public final class BearerToken implements Authenticator {
    private static final String PREFIX = "Bearer ";
    private static final Principal HOLDER =
            new Principal("default", Optional.empty(), Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final byte[] token;

    public BearerToken(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Principal admit(Optional<String> authorization, Route route) {
        boolean known = authorization
                .filter(value -> value.startsWith(PREFIX))
                .map(value -> value.substring(PREFIX.length()).getBytes(StandardCharsets.UTF_8))
                .filter(given -> MessageDigest.isEqual(token, given))
                .isPresent();
        if (!known) {
            throw Problem.unauthorized();
        }
        return HOLDER;
    }
}

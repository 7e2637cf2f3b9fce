package io.flowfabric.server.auth;

import io.flowfabric.server.http.Principal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Who comes with a token. The token itself is not kept, so that nothing can print it. */
final class ApiKey {
    private final byte[] digest;
    private final Principal holder;

    ApiKey(String token, Principal holder) {
        this(digest(token), holder);
    }

    private ApiKey(byte[] digest, Principal holder) {
        this.digest = digest;
        this.holder = holder;
    }

    Principal holder() {
        return holder;
    }

    /** Whether a token with this digest is the key's; takes equally long for every one. */
    boolean opensTo(byte[] given) {
        return MessageDigest.isEqual(digest, given);
    }

    boolean hasTokenOf(ApiKey other) {
        return opensTo(other.digest);
    }

    /** This key with the holder of an older one, if it is the same key in every respect. */
    ApiKey as(ApiKey older) {
        return hasTokenOf(older) && holder.equals(older.holder) ? new ApiKey(digest, older.holder) : this;
    }

    static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }

    /** The name of the key. */
    @Override
    public String toString() {
        return "ApiKey(%s)".formatted(holder.name());
    }
}

package io.flowfabric.server.auth;

import io.flowfabric.server.http.Principal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Pattern;

/** A key: a token and its principal. Only a digest of the token is kept, so that it cannot be printed. */
final class ApiKey {
    /** Shorter tokens can be guessed. */
    private static final Pattern TOKEN = Pattern.compile("[!-~]{16,512}");

    private final byte[] digest;
    private final Principal holder;

    ApiKey(String token, Principal holder) {
        this.digest = digest(token);
        this.holder = holder;
    }

    /** Whether a text may be a token: 16 to 512 visible ASCII characters. */
    static boolean mayBeToken(String text) {
        return TOKEN.matcher(text).matches();
    }

    Principal holder() {
        return holder;
    }

    /** Whether a token with this digest is the key's; in constant time. */
    boolean opensTo(byte[] given) {
        return MessageDigest.isEqual(digest, given);
    }

    boolean hasTokenOf(ApiKey other) {
        return opensTo(other.digest);
    }

    /** The older instance, if it is the same key in every respect. */
    ApiKey as(ApiKey older) {
        return hasTokenOf(older) && holder.equals(older.holder) ? older : this;
    }

    static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }

    /** The name of the key. */
    @Override
    public String toString() {
        return "ApiKey(%s)".formatted(holder.name());
    }
}

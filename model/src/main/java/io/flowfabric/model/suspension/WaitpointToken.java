package io.flowfabric.model.suspension;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * Entitles its bearer to signal a waitpoint: {@code kid:digest}. Any text can be a token, the empty one included;
 * whether it is a good one is decided when a signal is delivered. It prints without its digest, so that it may be
 * logged, and is compared in constant time.
 */
public final class WaitpointToken {

    private static final int FINGERPRINT_CHARS = 16;

    private final String raw;
    private final int colon;

    private WaitpointToken(String raw) {
        this.raw = raw;
        this.colon = raw.indexOf(':');
    }

    /** The token that reads {@code raw}. */
    public static WaitpointToken of(String raw) {
        return new WaitpointToken(Objects.requireNonNull(raw, "raw"));
    }

    /** The token itself, for its rightful owner. Not for logs. */
    public String reveal() {
        return raw;
    }

    /** The id of the signing key, or empty for a malformed token. */
    public String kid() {
        return isWellFormed() ? raw.substring(0, colon) : "";
    }

    /** The first 16 characters of the digest, or empty for a malformed token. Not enough to signal with. */
    public String fingerprint() {
        if (!isWellFormed()) {
            return "";
        }
        String digest = raw.substring(colon + 1);
        return digest.substring(0, Math.min(FINGERPRINT_CHARS, digest.length()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WaitpointToken token && MessageDigest.isEqual(bytes(), token.bytes());
    }

    @Override
    public int hashCode() {
        return raw.hashCode();
    }

    /** The kid and the length of the digest; nothing at all of a malformed token. */
    @Override
    public String toString() {
        return isWellFormed() ? kid() + ":<REDACTED:len=" + (raw.length() - colon - 1) + ">" : "<REDACTED:malformed>";
    }

    private boolean isWellFormed() {
        return colon > 0 && colon < raw.length() - 1;
    }

    private byte[] bytes() {
        return raw.getBytes(StandardCharsets.UTF_8);
    }
}

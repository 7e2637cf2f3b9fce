package io.flowfabric.model.partition;

import java.nio.charset.StandardCharsets;

/**
 * FNV-1a, 64 bits, over the UTF-8 bytes of a text: spreads worker records and scan starts, and shortens lists
 * for logs. Not for anything an attacker may influence. Stateless.
 */
public final class Fnv1a {

    private static final long OFFSET_BASIS = 0xCBF29CE484222325L;
    private static final long PRIME = 0x100000001B3L;

    private Fnv1a() {}

    /** The hash of {@code text}; the offset basis for the empty text. */
    public static long hash(String text) {
        long hash = OFFSET_BASIS;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b & 0xFF) * PRIME;
        }
        return hash;
    }

    /** Eight hex digits for logs: the two halves of the hash, xored. */
    public static String digest(String text) {
        long hash = hash(text);
        return String.format("%08x", (int) (hash ^ hash >>> 32));
    }

    /** Where a scan of {@code modulus} places starts: the low 16 bits of the hash modulo it, 0 when it is 0. */
    public static int offset(String text, int modulus) {
        return modulus == 0 ? 0 : (int) (hash(text) & 0xFFFF) % modulus;
    }
}

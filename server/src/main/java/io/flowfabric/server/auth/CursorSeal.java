package io.flowfabric.server.auth;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.Namespace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the event cursors that a bound key is given. All namespaces share one outbox, so a plain position would
 * reveal the number of events of other namespaces, and its changes their activity. A sealed cursor is a different text
 * each time, which only servers on this store can read. Safe for use by any thread.
 */
final class CursorSeal {
    private static final String SECRET = "cursor_key";
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final String DERIVATION = "HmacSHA256";
    private static final int PERIOD_BYTES = 8;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int LEAST_BYTES = PERIOD_BYTES + NONCE_BYTES + TAG_BITS / Byte.SIZE;

    /** Far below the bound for random nonces under one key. */
    private static final int MOST_SEALS = 1 << 24;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] secret;
    private byte[] period = random(PERIOD_BYTES);
    private int sealed;

    CursorSeal(byte[] secret) {
        this.secret = secret.clone();
    }

    /** The seal that all servers on the store of an engine share. */
    static CursorSeal of(Engine engine) {
        return new CursorSeal(engine.secret(SECRET));
    }

    /** A position, sealed for a namespace. */
    EventCursor seal(EventCursor position, Namespace namespace) {
        byte[] of = period();
        byte[] nonce = random(NONCE_BYTES);
        try {
            byte[] hidden = cipher(Cipher.ENCRYPT_MODE, of, nonce, namespace).doFinal(position.bytes());
            return EventCursor.ofSealed(ByteBuffer.allocate(PERIOD_BYTES + NONCE_BYTES + hidden.length)
                    .put(of)
                    .put(nonce)
                    .put(hidden)
                    .array());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, impossible);
        }
    }

    /**
     * The position that was sealed for a namespace. The special cursors for now and for the beginning are not sealed.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for a plain position, because its
     *     answer would reveal where the outbox ends, and for a cursor that was altered or sealed for another namespace
     */
    EventCursor open(EventCursor given, Namespace namespace) {
        if (given.equals(EventCursor.FROM_NOW) || given.equals(EventCursor.START)) {
            return given;
        }
        byte[] bytes = given.sealed().orElseThrow(CursorSeal::notGiven);
        if (bytes.length <= LEAST_BYTES) {
            throw notGiven();
        }
        try {
            byte[] of = Arrays.copyOf(bytes, PERIOD_BYTES);
            byte[] nonce = Arrays.copyOfRange(bytes, PERIOD_BYTES, PERIOD_BYTES + NONCE_BYTES);
            return EventCursor.ofBytes(cipher(Cipher.DECRYPT_MODE, of, nonce, namespace)
                    .doFinal(bytes, PERIOD_BYTES + NONCE_BYTES, bytes.length - PERIOD_BYTES - NONCE_BYTES));
        } catch (AEADBadTagException altered) {
            throw notGiven();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, impossible);
        }
    }

    /** A period begins with the process, and again after so many seals. */
    private synchronized byte[] period() {
        if (++sealed > MOST_SEALS) {
            period = random(PERIOD_BYTES);
            sealed = 1;
        }
        return period;
    }

    private Cipher cipher(int mode, byte[] of, byte[] nonce, Namespace namespace) throws GeneralSecurityException {
        var cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key(of, namespace), new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    /** A key for one namespace and one period, so that a leaked key opens no other cursors. */
    private SecretKeySpec key(byte[] of, Namespace namespace) throws GeneralSecurityException {
        var derivation = Mac.getInstance(DERIVATION);
        derivation.init(new SecretKeySpec(secret, DERIVATION));
        derivation.update(of);
        return new SecretKeySpec(derivation.doFinal(namespace.value().getBytes(StandardCharsets.UTF_8)), "AES");
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }

    private static EngineException notGiven() {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "event_cursor: NotGiven",
                        "A key that is bound to a namespace must pass the cursors it was given, unchanged; pass start"
                                + " to"
                                + " begin with the oldest event.")
                .toException();
    }
}

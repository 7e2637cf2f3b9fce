package io.flowfabric.server.auth;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.Namespace;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Positions in the outbox as a bound key is told them. All namespaces share one outbox, so that a bare position counts the
 * events of others, and one that moves tells that others are at work; a sealed one is another text each time, and nobody
 * but the servers on this store can read it. Safe for use by any thread.
 */
final class CursorSeal {
    private static final String SECRET = "cursor_key";
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    CursorSeal(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    /** The seal that all servers on the store of an engine share. */
    static CursorSeal of(Engine engine) {
        return new CursorSeal(engine.secret(SECRET));
    }

    /** A position for the eyes of a namespace. */
    EventCursor seal(EventCursor position, Namespace namespace) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] hidden = cipher(Cipher.ENCRYPT_MODE, nonce, namespace).doFinal(position.bytes());
            byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + hidden.length);
            System.arraycopy(hidden, 0, sealed, NONCE_BYTES, hidden.length);
            return EventCursor.ofSealed(sealed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, impossible);
        }
    }

    /**
     * The position that was sealed for a namespace. The places that are no positions, now and the beginning, are the same
     * for all.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for a bare position, whose refusal would
     *     tell where the outbox ends, and for one that was altered or sealed for others
     */
    EventCursor open(EventCursor given, Namespace namespace) {
        if (given.equals(EventCursor.FROM_NOW) || given.equals(EventCursor.START)) {
            return given;
        }
        byte[] sealed = given.sealed().orElseThrow(CursorSeal::notGiven);
        if (sealed.length <= NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            throw notGiven();
        }
        try {
            byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
            return EventCursor.ofBytes(cipher(Cipher.DECRYPT_MODE, nonce, namespace)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (AEADBadTagException altered) {
            throw notGiven();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, impossible);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, Namespace namespace) throws GeneralSecurityException {
        var cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(namespace.value().getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private static EngineException notGiven() {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "event_cursor: NotGiven",
                        "A key that is bound to a namespace hands back the cursors it was given, unchanged; start begins"
                                + " with the oldest event.")
                .toException();
    }
}

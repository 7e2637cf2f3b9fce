package io.flowfabric.server.wire;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandleKind;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Handles as text that only this deployment can write: base64url of the handle's bytes, a byte for its kind, and the
 * HMAC-SHA256 of both. Safe for use by any thread.
 */
public final class HandleSeal {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_SIZE = 32;
    private static final Base64.Encoder TO_TEXT = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder FROM_TEXT = Base64.getUrlDecoder();

    private final SecretKeySpec key;

    /** Seals with a key that every server on the store has. */
    public HandleSeal(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** The text of a handle. */
    public String seal(Handle handle) {
        byte[] codec = handle.bytes();
        byte[] sealed = Arrays.copyOf(codec, codec.length + 1 + MAC_SIZE);
        sealed[codec.length] = (byte) (handle.kind().ordinal() + 1);
        byte[] mac = mac(sealed, codec.length + 1);
        System.arraycopy(mac, 0, sealed, codec.length + 1, MAC_SIZE);
        return TO_TEXT.encodeToString(sealed);
    }

    /**
     * The handle that a text was made of.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code corruption} if it was altered or never made here
     */
    public Handle open(String text) {
        byte[] sealed;
        try {
            sealed = FROM_TEXT.decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw corrupt("NotBase64Url");
        }
        // The decoder tolerates padding and stray bits at the end; a handle has one spelling only.
        if (!TO_TEXT.encodeToString(sealed).equals(text)) {
            throw corrupt("NotBase64Url");
        }
        int signed = sealed.length - MAC_SIZE;
        if (signed < 2) {
            throw corrupt("TooShort");
        }
        if (!MessageDigest.isEqual(mac(sealed, signed), Arrays.copyOfRange(sealed, signed, sealed.length))) {
            throw corrupt("BadMac");
        }
        byte[] codec = Arrays.copyOf(sealed, signed - 1);
        return new Handle(HandleCodec.decode(codec).backend(), kind(sealed[signed - 1]), codec);
    }

    private static HandleKind kind(byte number) {
        if (number < 1 || number > HandleKind.values().length) {
            throw corrupt("BadKind{got=" + number + "}");
        }
        return HandleKind.values()[number - 1];
    }

    private byte[] mac(byte[] bytes, int length) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(bytes, 0, length);
            return mac.doFinal();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, missing);
        }
    }

    private static EngineException corrupt(String problem) {
        return EngineError.of(
                        ErrorCode.CORRUPTION,
                        "handle: " + problem,
                        "Send a handle exactly as the claim answered it, to a server on the same store.")
                .toException();
    }
}

package io.flowfabric.wire.handle;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.handle.Handle;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Handles as text that only this deployment can write: base64url of the handle's bytes, a byte for its kind, and the
 * HMAC-SHA256 of both. Safe for use by any thread.
 */
public final class HandleSeal implements HandleText {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String SECRET = "handle_key";

    /** A prototype with the key, to be cloned: looking up an algorithm costs more than using it. */
    private final Mac keyed;

    HandleSeal(byte[] key) {
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, missing);
        }
    }

    /**
     * The seal that all processes on the store of an engine share.
     *
     * @throws io.flowfabric.model.error.UnavailableException if the engine has no store of its own
     */
    public static HandleSeal of(Engine engine) {
        return new HandleSeal(engine.secret(SECRET));
    }

    /** The text of a handle. */
    @Override
    public String write(Handle handle) {
        byte[] signed = SealedBytes.signed(handle);
        return new SealedBytes(signed, mac(signed)).text();
    }

    /**
     * The handle of a text.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code corruption} if it was altered or not issued on this
     *     store
     */
    @Override
    public Handle read(String text) {
        var sealed = SealedBytes.parse(text);
        if (!MessageDigest.isEqual(mac(sealed.signed()), sealed.seal())) {
            throw SealedBytes.corrupt("BadMac");
        }
        return sealed.handle();
    }

    private byte[] mac(byte[] bytes) {
        try {
            return ((Mac) keyed.clone()).doFinal(bytes);
        } catch (CloneNotSupportedException foreign) {
            throw new IllegalStateException("The JDK's own " + ALGORITHM + " can be copied", foreign);
        }
    }
}

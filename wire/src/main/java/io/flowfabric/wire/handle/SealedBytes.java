package io.flowfabric.wire.handle;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandleKind;
import java.util.Arrays;
import java.util.Base64;

/**
 * The parts of the text of a handle: the bytes of the handle, a byte for its kind, and a seal over both.
 *
 * @param signed the bytes under the seal
 */
record SealedBytes(byte[] signed, byte[] seal) {
    static final int SEAL_SIZE = 32;

    private static final Base64.Encoder TO_TEXT = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder FROM_TEXT = Base64.getUrlDecoder();

    SealedBytes(Handle handle, byte[] seal) {
        this(signed(handle), seal);
    }

    /** The bytes under the seal of a handle. */
    static byte[] signed(Handle handle) {
        byte[] codec = handle.bytes();
        byte[] signed = Arrays.copyOf(codec, codec.length + 1);
        signed[codec.length] = (byte) (handle.kind().ordinal() + 1);
        return signed;
    }

    /** Parses a text; fails with {@code corruption} if it is malformed. The seal is not verified. */
    static SealedBytes parse(String text) {
        byte[] all;
        try {
            all = FROM_TEXT.decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw corrupt("NotBase64Url");
        }
        // The decoder tolerates padding and stray bits at the end; a handle has exactly one text.
        if (!TO_TEXT.encodeToString(all).equals(text)) {
            throw corrupt("NotBase64Url");
        }
        int length = all.length - SEAL_SIZE;
        if (length < 2) {
            throw corrupt("TooShort");
        }
        return new SealedBytes(Arrays.copyOf(all, length), Arrays.copyOfRange(all, length, all.length));
    }

    String text() {
        byte[] all = Arrays.copyOf(signed, signed.length + seal.length);
        System.arraycopy(seal, 0, all, signed.length, seal.length);
        return TO_TEXT.encodeToString(all);
    }

    /** The handle for an engine. */
    Handle handle() {
        return carrying(new byte[0]);
    }

    /** The handle with its seal, for a client. */
    Handle carried() {
        return carrying(seal);
    }

    private Handle carrying(byte[] carriedSeal) {
        byte[] codec = Arrays.copyOf(signed, signed.length - 1);
        return new Handle(HandleCodec.decode(codec).backend(), kind(signed[signed.length - 1]), codec, carriedSeal);
    }

    private static HandleKind kind(byte number) {
        if (number < 1 || number > HandleKind.values().length) {
            throw corrupt("BadKind{got=" + number + "}");
        }
        return HandleKind.values()[number - 1];
    }

    static EngineException corrupt(String problem) {
        return EngineError.of(
                        ErrorCode.CORRUPTION,
                        "handle: " + problem,
                        "Send the handle exactly as the claim returned it, to a server on the same store.")
                .toException();
    }
}

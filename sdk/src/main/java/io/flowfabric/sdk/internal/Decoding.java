package io.flowfabric.sdk.internal;

import io.flowfabric.model.op.Payload;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.payload.PayloadException;
import io.flowfabric.sdk.payload.TypeToken;
import java.lang.reflect.Type;
import java.util.Optional;

/** Checks that a codec keeps its contract. */
public final class Decoding {
    private Decoding() {}

    /** Decodes a payload and checks that the value is an instance of the type. */
    @SuppressWarnings("unchecked")
    public // the class was checked; type parameters are the codec's promise
    static <T> T as(TypeToken<T> type, PayloadCodec codec, Payload payload) {
        Object value = codec.decode(payload, type.type());
        if (!type.isInstance(value)) {
            throw new PayloadException(
                    "the codec read a %s as %s"
                            .formatted(
                                    type,
                                    Optional.ofNullable(value)
                                            .map(other ->
                                                    "a " + other.getClass().getName())
                                            .orElse("null")),
                    "A codec must return an instance of the requested type; correct its decode method.");
        }
        return (T) value;
    }

    /** Wraps a codec so that its failures have a clear message, without the content, which may be secret. */
    public static PayloadCodec checked(PayloadCodec codec) {
        return new PayloadCodec() {
            @Override
            public Payload encode(Object value) {
                try {
                    return codec.encode(value);
                } catch (PayloadException told) {
                    throw told;
                } catch (RuntimeException failed) {
                    throw failure("write a " + value.getClass().getName(), failed);
                }
            }

            @Override
            public Object decode(Payload payload, Type type) {
                try {
                    return codec.decode(payload, type);
                } catch (PayloadException told) {
                    throw told;
                } catch (RuntimeException failed) {
                    throw failure("read %d bytes as a %s".formatted(payload.size(), type.getTypeName()), failed);
                }
            }
        };
    }

    private static PayloadException failure(String what, RuntimeException failed) {
        var told = new PayloadException(
                "the codec could not %s (%s)".formatted(what, failed.getClass().getName()),
                "See the cause of this exception. Reader and writer need the same codec, with the same keys.");
        told.addSuppressed(failed);
        return told;
    }
}

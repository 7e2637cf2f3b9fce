package io.flowfabric.sdk;

import io.flowfabric.model.op.Payload;
import java.lang.reflect.Type;
import java.util.Optional;

/** Holds a codec to what it promises. */
final class Decoding {
    private Decoding() {}

    /** The value as an instance of a type. */
    @SuppressWarnings("unchecked") // as far as values know their type it was checked, for the rest the codec stands in
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
                    "A codec answers an instance of the type it was asked for; correct it.");
        }
        return (T) value;
    }

    /** A codec whose failures are told as what they are; it names no content, which may be secret. */
    static PayloadCodec checked(PayloadCodec codec) {
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
                "See what it threw, which is kept with this; whoever reads needs the codec, and the keys, of whoever wrote.");
        told.addSuppressed(failed);
        return told;
    }
}

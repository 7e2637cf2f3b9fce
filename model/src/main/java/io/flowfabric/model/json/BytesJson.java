package io.flowfabric.model.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Bytes as an array of numbers from 0 to 255. */
final class BytesJson {

    private BytesJson() {}

    static final class Writer extends StdScalarSerializer<byte[]> {

        private static final long serialVersionUID = 1L;

        Writer() {
            super(byte[].class);
        }

        @Override
        public void serialize(byte[] bytes, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartArray(bytes, bytes.length);
            for (byte one : bytes) {
                out.writeNumber(Byte.toUnsignedInt(one));
            }
            out.writeEndArray();
        }
    }

    static final class Reader extends StdScalarDeserializer<byte[]> {

        private static final long serialVersionUID = 1L;

        Reader() {
            super(byte[].class);
        }

        @Override
        public byte[] deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.isExpectedStartArrayToken()) {
                return (byte[]) context.handleUnexpectedToken(byte[].class, in);
            }
            var bytes = new ByteArrayOutputStream();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                bytes.write(oneByte(in, context));
            }
            return bytes.toByteArray();
        }

        private static int oneByte(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.hasToken(JsonToken.VALUE_NUMBER_INT)) {
                return (int) context.handleUnexpectedToken(Integer.class, in);
            }
            int value = in.getIntValue();
            if (value < 0 || value > 0xFF) {
                context.reportInputMismatch(byte[].class, "%s is not a byte; use 0 to 255", value);
            }
            return value;
        }
    }
}

package io.flowfabric.wire;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import io.flowfabric.model.UnicodeText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of bytes in an answer. */
public enum BytesForm {
    /** As an array of numbers. */
    ARRAY,
    /** As {@code {"base64":"…"}}. */
    BASE64,
    /** As {@code {"text":"…"}} where they are UTF-8, else in base64. */
    TEXT,
    /** As {@code {"json":…}} where they are JSON in UTF-8, else in base64. */
    JSON,
    /**
     * As {@code {"base64":"…"}}, and the whole answer as the complete records of the model: a Java client gets the same
     * objects as from an embedded engine.
     */
    RECORD;

    private final String literal = name().toLowerCase(Locale.ROOT);

    /** The form for the value of a header; empty when it is unknown. */
    public static Optional<BytesForm> of(String literal) {
        for (BytesForm form : values()) {
            if (form.literal.equals(literal)) {
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    /** The names of the public forms; {@link #RECORD} is for Java programs of the same version. */
    public static List<String> spellings() {
        return Arrays.stream(values())
                .filter(form -> form != RECORD)
                .map(BytesForm::literal)
                .toList();
    }

    /** Its name in a header. */
    public String literal() {
        return literal;
    }

    void write(byte[] bytes, JsonGenerator out) throws IOException {
        switch (this) {
            case ARRAY -> writeArray(bytes, out);
            case TEXT -> writeText(bytes, out);
            case JSON -> writeJson(bytes, out);
            default -> writeBase64(bytes, out);
        }
    }

    private static void writeArray(byte[] bytes, JsonGenerator out) throws IOException {
        out.writeStartArray(bytes, bytes.length);
        for (byte one : bytes) {
            out.writeNumber(Byte.toUnsignedInt(one));
        }
        out.writeEndArray();
    }

    private static void writeBase64(byte[] bytes, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeFieldName(BASE64.literal);
        // Written piece by piece; as a text it would be in memory once more.
        out.writeBinary(Base64Variants.MIME_NO_LINEFEEDS, bytes, 0, bytes.length);
        out.writeEndObject();
    }

    private static void writeText(byte[] bytes, JsonGenerator out) throws IOException {
        Optional<String> text = UnicodeText.decode(bytes);
        if (text.isPresent()) {
            member(out, TEXT, text.get());
        } else {
            writeBase64(bytes, out);
        }
    }

    private static void writeJson(byte[] bytes, JsonGenerator out) throws IOException {
        Optional<String> json = UnicodeText.decode(bytes).filter(JsonText::isJson);
        if (json.isEmpty()) {
            writeBase64(bytes, out);
            return;
        }
        out.writeStartObject();
        out.writeFieldName(JSON.literal);
        // As it was stored: parsing and writing it again could change numbers.
        out.writeRawValue(json.get());
        out.writeEndObject();
    }

    private static void member(JsonGenerator out, BytesForm form, String value) throws IOException {
        out.writeStartObject();
        out.writeStringField(form.literal, value);
        out.writeEndObject();
    }
}

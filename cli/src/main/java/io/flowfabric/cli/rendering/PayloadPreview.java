package io.flowfabric.cli.rendering;

import io.flowfabric.model.op.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What can be shown of bytes and foreign text on a line of a terminal. */
public final class PayloadPreview {
    private static final int SHOWN_CHARS = 200;

    private PayloadPreview() {}

    static String size(Payload payload) {
        return payload.size() == 1 ? "1 byte" : payload.size() + " bytes";
    }

    /** The beginning of the text on one line; empty for no bytes, and for bytes that are no text. */
    static Optional<String> of(Payload payload) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload.bytes()));
            return Optional.of(oneLine(text.toString())).filter(line -> !line.isEmpty());
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    /** The text without line breaks and other control characters, which could rearrange the terminal. */
    public static String oneLine(String text) {
        String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + "…";
    }
}

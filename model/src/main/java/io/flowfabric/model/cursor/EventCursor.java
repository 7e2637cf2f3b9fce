package io.flowfabric.model.cursor;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A position in the outbox that all families of events share: a cursor that one subscription gave starts any other on
 * the same store. Opaque to consumers, which keep it and send it back; its bytes sort like the positions. Immutable.
 */
public final class EventCursor {

    /** The end of the outbox at the moment it is used; no bytes at all. */
    public static final EventCursor FROM_NOW = new EventCursor(new byte[0]);

    /** Before every event of a store that numbers them by one sequence, since numbers begin at 1. */
    public static final EventCursor START = ofNumber(0);

    private static final Base64.Encoder TO_TEXT = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder FROM_TEXT = Base64.getUrlDecoder();

    private final byte[] bytes;

    private EventCursor(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A position of two numbers, compared one after the other.
     *
     * @param major the milliseconds or the transaction, unsigned
     * @param minor the sequence or the event number, unsigned
     */
    public record Position(long major, long minor) {}

    /** The position of the event with that number, in a store that numbers events by one sequence. */
    public static EventCursor ofNumber(long number) {
        return new EventCursor(CursorForm.NUMBER.encode(number));
    }

    /** The position of an entry of a Valkey stream. */
    public static EventCursor ofStreamId(Position position) {
        return new EventCursor(CursorForm.STREAM_ID.encode(position.major, position.minor));
    }

    /** The position of an event in a store that orders them by transaction first. */
    public static EventCursor ofPair(Position position) {
        return new EventCursor(CursorForm.PAIR.encode(position.major, position.minor));
    }

    /**
     * A position that only the server that sealed it can read; to other components it is a cursor like any other.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} unless there are 1 to 63 bytes
     */
    public static EventCursor ofSealed(byte[] sealed) {
        return ofBytes(CursorForm.SEALED.prefixed(sealed));
    }

    /**
     * Reads the bytes of a cursor; none mean {@link #FROM_NOW}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for an unknown first byte or a wrong
     *     length
     */
    public static EventCursor ofBytes(byte[] bytes) {
        if (bytes.length == 0) {
            return FROM_NOW;
        }
        CursorForm form = CursorForm.ofPrefix(bytes[0])
                .orElseThrow(() -> rejected("UnknownForm(" + Byte.toUnsignedInt(bytes[0]) + ")"));
        if (!form.fits(bytes.length)) {
            throw rejected("WrongLength(" + bytes.length + ")");
        }
        return new EventCursor(bytes.clone());
    }

    /**
     * Reads the text form of a cursor, base64url without padding; the empty text means {@link #FROM_NOW}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for any other text, and as
     *     {@link #ofBytes}
     */
    public static EventCursor parse(String text) {
        byte[] bytes;
        try {
            bytes = FROM_TEXT.decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw rejected("NotBase64Url(" + Texts.shown(text) + ")");
        }
        // The decoder tolerates padding and stray bits at the end; a cursor has one spelling only.
        if (!TO_TEXT.encodeToString(bytes).equals(text)) {
            throw rejected("NotBase64Url(" + Texts.shown(text) + ")");
        }
        return ofBytes(bytes);
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** How the position is written; empty for {@link #FROM_NOW}. */
    public Optional<CursorForm> form() {
        return bytes.length == 0 ? Optional.empty() : CursorForm.ofPrefix(bytes[0]);
    }

    /**
     * This cursor, if a store of that form can start from it; {@link #FROM_NOW} suits all.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for a cursor of another form
     */
    public EventCursor require(CursorForm expected) {
        form().filter(actual -> actual != expected).ifPresent(actual -> {
            throw rejected("OtherStore(expected=" + expected + " actual=" + actual + ")");
        });
        return this;
    }

    /**
     * The number of an {@link CursorForm#NUMBER}; empty for {@link #FROM_NOW}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for a cursor of another form
     */
    public OptionalLong number() {
        return require(CursorForm.NUMBER) == FROM_NOW ? OptionalLong.empty() : OptionalLong.of(word(0));
    }

    /**
     * The position of a {@link CursorForm#STREAM_ID}; empty for {@link #FROM_NOW}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for a cursor of another form
     */
    public Optional<Position> streamId() {
        return position(CursorForm.STREAM_ID);
    }

    /**
     * The position of a {@link CursorForm#PAIR}; empty for {@link #FROM_NOW}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} for a cursor of another form
     */
    public Optional<Position> pair() {
        return position(CursorForm.PAIR);
    }

    /** What {@link #ofSealed} was given; empty for every other cursor. */
    public Optional<byte[]> sealed() {
        return form().filter(form -> form == CursorForm.SEALED).map(form -> Arrays.copyOfRange(bytes, 1, bytes.length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventCursor cursor && Arrays.equals(bytes, cursor.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The text form; {@link #parse} reads it back. */
    @Override
    public String toString() {
        return TO_TEXT.encodeToString(bytes);
    }

    private Optional<Position> position(CursorForm form) {
        return require(form) == FROM_NOW ? Optional.empty() : Optional.of(new Position(word(0), word(1)));
    }

    private long word(int index) {
        return ByteBuffer.wrap(bytes).getLong(1 + index * Long.BYTES);
    }

    private static EngineException rejected(String problem) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "event_cursor: " + problem,
                        "Pass a cursor back unchanged, to the store that gave it; an empty one starts from now.")
                .toException();
    }
}

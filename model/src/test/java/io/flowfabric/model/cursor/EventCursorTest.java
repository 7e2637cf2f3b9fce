package io.flowfabric.model.cursor;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.flowfabric.model.cursor.EventCursor.Position;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventCursorTest {

    private static final EventCursor NUMBER = EventCursor.ofNumber(258);
    private static final EventCursor STREAM_ID = EventCursor.ofStreamId(new Position(1, 2));
    private static final EventCursor PAIR = EventCursor.ofPair(new Position(1, 2));

    @Test
    void bytesAreThePrefixAndBigEndianNumbers() {
        assertThat(hex(NUMBER)).isEqualTo("020000000000000102");
        assertThat(hex(STREAM_ID)).isEqualTo("0100000000000000010000000000000002");
        assertThat(hex(PAIR)).isEqualTo("0300000000000000010000000000000002");
    }

    @Test
    void textIsBase64UrlWithoutPadding() {
        assertThat(NUMBER).hasToString("AgAAAAAAAAEC");
        assertThat(PAIR).hasToString("AwAAAAAAAAABAAAAAAAAAAI");
    }

    @ParameterizedTest
    @EnumSource(CursorForm.class)
    void emptyCursorStartsFromNowOnEveryStore(CursorForm form) {
        assertThat(EventCursor.parse("")).isEqualTo(EventCursor.FROM_NOW).hasToString("");
        assertThat(EventCursor.ofBytes(new byte[0]).require(form)).isEqualTo(EventCursor.FROM_NOW);
        assertThat(EventCursor.FROM_NOW.number()).isEmpty();
        assertThat(EventCursor.FROM_NOW.streamId()).isEmpty();
        assertThat(EventCursor.FROM_NOW.pair()).isEmpty();
    }

    @Property
    void everyCursorReadsBackEqual(@ForAll long major, @ForAll long minor) {
        Position position = new Position(major, minor);
        EventCursor number = EventCursor.ofNumber(major);
        EventCursor streamId = EventCursor.ofStreamId(position);
        EventCursor pair = EventCursor.ofPair(position);
        for (EventCursor cursor : List.of(number, streamId, pair)) {
            assertThat(EventCursor.parse(cursor.toString())).isEqualTo(cursor).hasSameHashCodeAs(cursor);
            assertThat(EventCursor.ofBytes(cursor.bytes())).isEqualTo(cursor);
        }
        assertThat(number.number()).hasValue(major);
        assertThat(streamId.streamId()).contains(position);
        assertThat(pair.pair()).contains(position);
    }

    @Property
    void bytesSortLikeThePositions(@ForAll @LongRange(min = 0) long left, @ForAll @LongRange(min = 0) long right) {
        byte[] one = EventCursor.ofNumber(left).bytes();
        byte[] other = EventCursor.ofNumber(right).bytes();
        assertThat(Integer.signum(Arrays.compareUnsigned(one, other))).isEqualTo(Long.compare(left, right));
    }

    @ParameterizedTest
    @CsvSource({
        "00, UnknownForm(0)",
        "ff, UnknownForm(255)",
        "040000000000000102, UnknownForm(4)",
        "02, WrongLength(1)",
        "0200000000000001, WrongLength(8)",
        "02000000000000010200, WrongLength(10)",
        "010000000000000102, WrongLength(9)",
        "030000000000000102, WrongLength(9)",
        "7f, WrongLength(1)"
    })
    void malformedBytesAreRefused(String hex, String problem) {
        ValidationException failure =
                validationFailureOf(() -> EventCursor.ofBytes(HexFormat.of().parseHex(hex)));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo("event_cursor: " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start",
                "!",
                "AgAAAAAAAAEC=",
                "AwAAAAAAAAABAAAAAAAAAAI=",
                "AwAAAAAAAAABAAAAAAAAAAJ",
                "Ag+/AAAAAAEC",
                "é"
            })
    void textThatIsNoCanonicalBase64UrlIsRefused(String text) {
        ValidationException failure = validationFailureOf(() -> EventCursor.parse(text));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).startsWith("event_cursor: ");
    }

    @Test
    void cursorOfAnotherStoreIsRefused() {
        for (EventCursor foreign : List.of(STREAM_ID, PAIR)) {
            ValidationException failure = validationFailureOf(foreign::number);
            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(failure.detail()).startsWith("event_cursor: OtherStore(expected=NUMBER");
        }
        assertThat(validationFailureOf(() -> NUMBER.require(CursorForm.PAIR)).detail())
                .isEqualTo("event_cursor: OtherStore(expected=PAIR actual=NUMBER)");
        assertThat(validationFailureOf(PAIR::streamId).detail()).contains("expected=STREAM_ID");
        assertThat(validationFailureOf(STREAM_ID::pair).detail()).contains("expected=PAIR");
    }

    @Test
    void sealedPositionsAreForTheServerThatSealedThem() {
        byte[] sealed = HexFormat.of().parseHex("00ff42");
        EventCursor cursor = EventCursor.ofSealed(sealed);

        assertThat(hex(cursor)).isEqualTo("7f00ff42");
        assertThat(EventCursor.parse(cursor.toString()).sealed()).hasValue(sealed);
        assertThat(NUMBER.sealed()).isEmpty();
        assertThat(EventCursor.FROM_NOW.sealed()).isEmpty();
        assertThat(validationFailureOf(cursor::number).detail())
                .isEqualTo("event_cursor: OtherStore(expected=NUMBER actual=SEALED)");
        assertThat(validationFailureOf(() -> EventCursor.ofSealed(new byte[0])).detail())
                .isEqualTo("event_cursor: WrongLength(1)");
        assertThat(validationFailureOf(() -> EventCursor.ofSealed(new byte[64])).detail())
                .isEqualTo("event_cursor: WrongLength(65)");
        assertThat(EventCursor.ofSealed(new byte[63]).sealed()).hasValue(new byte[63]);
    }

    @Test
    void bytesCannotBeChangedFromOutside() {
        byte[] given = NUMBER.bytes();
        EventCursor cursor = EventCursor.ofBytes(given);
        given[8] = 77;
        cursor.bytes()[8] = 77;
        assertThat(cursor).isEqualTo(NUMBER);
    }

    @Property
    void garbageNeverFailsInAnotherWay(@ForAll byte[] bytes, @ForAll String text) {
        assertThat(catchThrowable(() -> EventCursor.ofBytes(bytes)))
                .satisfiesAnyOf(EventCursorTest::isNone, EventCursorTest::isRefusal);
        assertThat(catchThrowable(() -> EventCursor.parse(text)))
                .satisfiesAnyOf(EventCursorTest::isNone, EventCursorTest::isRefusal);
    }

    private static void isNone(Throwable thrown) {
        assertThat(thrown).isNull();
    }

    private static void isRefusal(Throwable thrown) {
        assertThat(thrown).isInstanceOf(ValidationException.class);
    }

    private static String hex(EventCursor cursor) {
        return HexFormat.of().formatHex(cursor.bytes());
    }
}

package io.flowfabric.model.cursor;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamCursorTest {

    @ParameterizedTest
    @ValueSource(strings = {"start", "end", "7", "7-1", "123", "0-0", "9223372036854775807-9223372036854775807"})
    void positionPrintsUnchanged(String text) {
        assertThat(StreamCursor.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'', Empty",
        "-, BareMarkerRejected(-)",
        "+, BareMarkerRejected(+)",
        "Start, Malformed(Start)",
        "END, Malformed(END)",
        "-1, Malformed(-1)",
        "+1, Malformed(+1)",
        "1-, Malformed(1-)",
        "-1-2, Malformed(-1-2)",
        "1-2-3, Malformed(1-2-3)",
        "1.2, Malformed(1.2)",
        "1 2, Malformed(1 2)",
        "abc, Malformed(abc)",
        "1–2, Malformed(1–2)",
        "٧, Malformed(٧)",
        "9223372036854775808, Overflow(9223372036854775808)",
        "1-9223372036854775808, Overflow(1-9223372036854775808)"
    })
    void anythingElseIsRefused(String text, String problem) {
        ValidationException failure = validationFailureOf(() -> StreamCursor.parse(text));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo("stream_cursor: " + problem);
    }

    @Test
    void bareMillisecondIsNotItsFirstFrame() {
        assertThat(StreamCursor.parse("7")).isEqualTo(new StreamCursor.At(7, OptionalLong.empty()));
        assertThat(StreamCursor.parse("7-0")).isEqualTo(new StreamCursor.At(7, OptionalLong.of(0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "end"})
    void followingNeedsAConcretePosition(String text) {
        ValidationException failure =
                validationFailureOf(() -> StreamCursor.parse(text).requireConcrete());
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo("stream_cursor: NotConcrete(" + text + ")");
    }

    @Test
    void beginningIsConcrete() {
        assertThat(StreamCursor.parse("0-0").requireConcrete()).isEqualTo(StreamCursor.BEGINNING);
    }

    @Test
    void negativePositionCannotBeBuilt() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StreamCursor.At(-1, OptionalLong.empty()));
        assertThatIllegalArgumentException().isThrownBy(() -> new StreamCursor.At(1, OptionalLong.of(-1)));
    }
}

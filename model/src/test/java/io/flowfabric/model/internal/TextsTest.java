package io.flowfabric.model.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {

    @Test
    void shownTextCannotForgeALogLine() {
        assertThat(Texts.shown("a\nERROR b")).isEqualTo("a\\u000aERROR b");
    }

    @Test
    void shownTextIsBounded() {
        assertThat(Texts.shown("x".repeat(1_000_000))).isEqualTo("x".repeat(128) + "…");
        assertThat(Texts.shown("x".repeat(128))).isEqualTo("x".repeat(128));
    }

    @Test
    void shownTextEscapesHalfACharacter() {
        assertThat(Texts.shown("\ud83d\ude00 \ude00 \ud83d")).isEqualTo("\ud83d\ude00 \\ude00 \\ud83d");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, '\t', '\n', 0x1F, ' ', 0x7F, 0x85, 0xA0, 0x1680, 0x2007, 0x2028, 0x202F, 0x205F, 0x3000})
    void everyUnicodeSpaceAndControlIsRecognised(int codePoint) {
        assertThat(Texts.isSpaceOrControl(codePoint)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {'!', '~', 0xE9, 0x4E1C, 0x1F600})
    void visibleCharactersAreNotSpaces(int codePoint) {
        assertThat(Texts.isSpaceOrControl(codePoint)).isFalse();
    }
}

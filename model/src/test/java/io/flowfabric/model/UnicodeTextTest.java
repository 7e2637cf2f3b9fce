package io.flowfabric.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnicodeTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "\u00e4\u20ac", "\ud83d\ude00", "a\ud83d\ude00b\ud83d\ude00", "\ufffd\ufeff"})
    void textOfWholeCharactersHasNoFlaw(String text) {
        assertThat(UnicodeText.flaw(text)).isEmpty();
        assertThat(UnicodeText.decode(text.getBytes(StandardCharsets.UTF_8))).contains(text);
    }

    @Test
    void halfOfASurrogatePairIsNamedWithItsPlace() {
        assertThat(UnicodeText.halfPair("\ud800")).contains("U+D800, half of a surrogate pair, at position 0");
        assertThat(UnicodeText.halfPair("ab\udfff")).contains("U+DFFF, half of a surrogate pair, at position 2");
        assertThat(UnicodeText.halfPair("\ud83d\ude00\ude00"))
                .contains("U+DE00, half of a surrogate pair, at position 2");
        assertThat(UnicodeText.halfPair("\ud83d\ud83d\ude00"))
                .contains("U+D83D, half of a surrogate pair, at position 0");
        assertThat(UnicodeText.halfPair("\ude00\ud83d")).contains("U+DE00, half of a surrogate pair, at position 0");
    }

    @Test
    void zeroIsAFlawOfTextButHasAFormInUtf8() {
        assertThat(UnicodeText.flaw("ab\0")).contains("U+0000 at position 2");
        assertThat(UnicodeText.halfPair("ab\0")).isEmpty();
        assertThat(UnicodeText.decode(new byte[] {0})).contains("\0");
    }

    @ParameterizedTest
    @CsvSource({
        "c080, a zero in two bytes",
        "c1af, a slash in two bytes",
        "e080af, a slash in three bytes",
        "f08080af, a slash in four bytes",
        "eda080, half of a surrogate pair",
        "edafbfedbfbf, a pair in three bytes each",
        "f4908080, beyond Unicode",
        "f5808080, further beyond",
        "e282, the beginning of a character",
        "80, the end of a character",
        "ff, no byte of UTF-8",
    })
    void bytesThatAreNoUtf8HaveNoText(String hex, String what) {
        assertThat(UnicodeText.decode(HexFormat.of().parseHex(hex))).as(what).isEmpty();
    }
}

package io.flowfabric.engine.rules.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.code.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextRulesTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "€ 😀", "line\nbreak"})
    void textThatEveryStoreGivesBackIsTaken(String text) {
        assertThat(TextRules.check("kind", text)).isEmpty();
    }

    @Test
    void textThatNoStoreGivesBackIsRefusedByNameAndPlace() {
        var refusal = TextRules.check("kind", "ab\0c").orElseThrow();

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal.detail()).isEqualTo("kind: must not contain U+0000 at position 2");
        assertThat(TextRules.check("kind", "a\ud83d").orElseThrow().detail())
                .startsWith("kind: must not contain U+D83D");
    }
}

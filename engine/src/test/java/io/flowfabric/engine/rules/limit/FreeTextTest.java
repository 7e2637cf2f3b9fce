package io.flowfabric.engine.rules.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.model.policy.retry.FailureClass;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreeTextTest {

    @ParameterizedTest
    @CsvSource({
        "a, 4095, 4095",
        "a, 4096, 4096",
        "a, 4097, 4096",
        "é, 2048, 4096",
        "é, 2049, 4096",
        "€, 1365, 4095",
        "€, 1366, 4095",
        "😀, 1024, 4096",
        "😀, 1025, 4096",
    })
    void aReasonKeepsAtMost4096BytesOfWholeCharacters(String character, int count, int bytesKept) {
        String kept = FreeText.reason(character.repeat(count));

        assertThat(kept.getBytes(StandardCharsets.UTF_8)).hasSize(bytesKept);
        assertThat(character.repeat(count)).startsWith(kept);
    }

    @ParameterizedTest
    @CsvSource({"1, 4093", "2, 4094", "3, 4095", "4, 4096"})
    void aCharacterThatDoesNotFitIsCutAsAWhole(int asciiBefore, int bytesKept) {
        String text = "a".repeat(asciiBefore) + "😀".repeat(1_100);

        String kept = FreeText.reason(text);

        assertThat(text).startsWith(kept);
        assertThat(kept.getBytes(StandardCharsets.UTF_8)).hasSize(bytesKept);
    }

    @Test
    void theMessageOfAFailureIsCut() {
        var failure = new Failure("x".repeat(5_000), "y".repeat(5_000), FailureClass.TRANSIENT, Optional.empty(), 0);

        assertThat(failure.message()).hasSize(4_096);
        assertThat(failure.category()).hasSize(4_096);
    }
}

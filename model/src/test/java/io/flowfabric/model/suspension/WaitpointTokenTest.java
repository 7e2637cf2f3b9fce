package io.flowfabric.model.suspension;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitpointTokenTest {

    private static final String DIGEST = "9dd8c5e11ba07833d0c87dc5ff071089a9d0a763987711a34bbc54a04d2cb650";
    private static final WaitpointToken TOKEN = WaitpointToken.of("k1:" + DIGEST);

    @Test
    void printsOnlyTheKidAndTheLengthOfTheDigest() {
        assertThat(TOKEN).hasToString("k1:<REDACTED:len=64>");
    }

    @Test
    void readModelsSeeKidAndFingerprint() {
        assertThat(TOKEN.kid()).isEqualTo("k1");
        assertThat(TOKEN.fingerprint()).isEqualTo("9dd8c5e11ba07833");
    }

    @Test
    void firstColonEndsTheKid() {
        WaitpointToken token = WaitpointToken.of("k1:ab:cd");
        assertThat(token).hasToString("k1:<REDACTED:len=5>");
        assertThat(token.fingerprint()).isEqualTo("ab:cd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nocolon", ":abc", "k1:", ":"})
    void malformedTokenShowsNothingOfItself(String raw) {
        WaitpointToken token = WaitpointToken.of(raw);
        assertThat(token).hasToString("<REDACTED:malformed>");
        assertThat(token.kid()).isEmpty();
        assertThat(token.fingerprint()).isEmpty();
        assertThat(token.reveal()).isEqualTo(raw);
    }

    @Test
    void equalityIsThatOfTheRawToken() {
        assertThat(TOKEN)
                .isEqualTo(WaitpointToken.of("k1:" + DIGEST))
                .hasSameHashCodeAs(WaitpointToken.of("k1:" + DIGEST));
        assertThat(TOKEN)
                .isNotEqualTo(WaitpointToken.of("k2:" + DIGEST))
                .isNotEqualTo(WaitpointToken.of("k1:" + "0".repeat(64)));
    }
}

package io.flowfabric.sdk.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.op.Payload;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.payload.TypeToken;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadCodecTest {
    record Charge(String order, int cents, Optional<String> note, Instant at) {}

    static final class Loop {
        public Loop getSelf() {
            return this;
        }
    }

    private final Charge charge = new Charge("o-1", 4200, Optional.of("gift"), Instant.parse("2026-01-02T03:04:05Z"));

    @Test
    void recordBecomesJsonThatPeopleCanRead() {
        var payload = PayloadCodec.json().encode(charge);

        assertThat(payload.encoding()).contains("json");
        assertThat(new String(payload.bytes(), UTF_8))
                .isEqualTo("{\"order\":\"o-1\",\"cents\":4200,\"note\":\"gift\",\"at\":\"2026-01-02T03:04:05Z\"}");
    }

    @Test
    void recordComesBackEqual() {
        assertThat(PayloadCodec.json().decode(PayloadCodec.json().encode(charge), Charge.class))
                .isEqualTo(charge);
    }

    @Test
    void bytesAndTextsAreKeptAsTheyAre() {
        assertThat(PayloadCodec.json().encode(new byte[] {0, -1})).isEqualTo(Payload.of(new byte[] {0, -1}));
        assertThat(PayloadCodec.json().encode("für")).isEqualTo(Payload.of("für".getBytes(UTF_8)));
        assertThat(PayloadCodec.json().decode(Payload.json("{}"), String.class)).isEqualTo("{}");
        assertThat(Decoding.as(TypeToken.of(byte[].class), PayloadCodec.json(), Payload.of(new byte[] {0, -1})))
                .containsExactly(0, -1);
    }

    @Test
    void payloadIsPassedThrough() {
        var payload = new Payload(new byte[] {1}, Optional.of("protobuf"));

        assertThat(PayloadCodec.json().encode(payload)).isSameAs(payload);
        assertThat(PayloadCodec.json().decode(payload, Payload.class)).isSameAs(payload);
    }

    @Test
    void unknownMembersOfANewerProgramAreIgnored() {
        var json = Payload.json("{\"order\":\"o-1\",\"cents\":1,\"currency\":\"EUR\"}");

        assertThat(Decoding.as(TypeToken.of(Charge.class), PayloadCodec.json(), json)
                        .order())
                .isEqualTo("o-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{\"cents\":\"s3cret\"}", "s3cret", "{} {}", "{\"cents\":"})
    void unreadableBytesAreRefusedWithoutQuotingThem(String json) {
        assertThatThrownBy(() -> PayloadCodec.json().decode(Payload.json(json), Charge.class))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("invalid_input: ")
                .hasMessageContaining(Charge.class.getName())
                .hasMessageNotContaining("s3cret")
                .hasNoCause();
    }

    @Test
    void refusalSaysWhereReadingFailed() {
        assertThatThrownBy(() -> PayloadCodec.json().decode(Payload.json("{\"cents\":\"x\"}"), Charge.class))
                .hasMessageContaining("line 1, column 10")
                .hasMessageContaining("[\"cents\"]");
    }

    @Test
    void valueThatCannotBeWrittenIsRefused() {
        assertThatThrownBy(() -> PayloadCodec.json().encode(new Loop()))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining(Loop.class.getName());
    }
}

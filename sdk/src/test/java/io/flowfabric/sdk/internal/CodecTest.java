package io.flowfabric.sdk.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.Submitted;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.payload.TypeToken;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Codecs other than the default, on a real engine. */
@Timeout(120)
class CodecTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    record Charge(String orderName, int cents) {}

    /** Wraps another codec: what is stored can be read only with the key. */
    record Encrypted(PayloadCodec inner, SecretKeySpec key) implements PayloadCodec {
        private static final int NONCE = 12;
        private static final int TAG_BITS = 128;

        @Override
        public Payload encode(Object value) {
            var plain = inner.encode(value);
            var nonce = new byte[NONCE];
            new SecureRandom().nextBytes(nonce);
            var sealed = cipher(Cipher.ENCRYPT_MODE, nonce, plain.bytes());
            var bytes = ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed);
            return new Payload(bytes.array(), Optional.of("aes-gcm"));
        }

        @Override
        public Object decode(Payload payload, Type type) {
            var nonce = Arrays.copyOf(payload.bytes(), NONCE);
            var sealed = Arrays.copyOfRange(payload.bytes(), NONCE, payload.size());
            return inner.decode(Payload.of(cipher(Cipher.DECRYPT_MODE, nonce, sealed)), type);
        }

        private byte[] cipher(int mode, byte[] nonce, byte[] bytes) {
            try {
                var cipher = Cipher.getInstance("AES/GCM/NoPadding");
                cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
                return cipher.doFinal(bytes);
            } catch (GeneralSecurityException wrongKey) {
                throw new IllegalStateException("cannot be decrypted", wrongKey);
            }
        }
    }

    @Test
    void encryptedPayloadsAndResultsAreUnreadableInTheStoreAndReadByWhoHasTheKey() {
        try (var fabric = FlowFabric.open("sqlite::memory:", encrypted(1))) {
            fabric.worker("orders")
                    .on("charge", Charge.class, (task, charge) -> charge.orderName() + " paid")
                    .start();
            var submitted = fabric.submit("orders", "charge", new Charge("secret-order", 5));

            assertThat(submitted.await(String.class, LONG)).isEqualTo("secret-order paid");
            var result = submitted.awaitEnd(LONG).result().orElseThrow();
            assertThat(result.encoding()).contains("aes-gcm");
            assertThat(new String(result.bytes(), UTF_8)).doesNotContain("secret-order");
            assertThat(new String(input(fabric, submitted), UTF_8)).doesNotContain("secret-order");
        }
    }

    @Test
    void otherKeyIsToldToBeTheReason() {
        var sealed = encrypted(1).codec().encode("s3cret");

        assertThatThrownBy(() -> Decoding.checked(encrypted(2).codec()).decode(sealed, String.class))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("java.lang.String")
                .hasMessageContaining("keys")
                .hasMessageNotContaining("s3cret")
                .satisfies(told -> assertThat(told.getSuppressed())
                        .singleElement()
                        .extracting(Throwable::getCause)
                        .isInstanceOf(GeneralSecurityException.class));
    }

    @Test
    void mapperOfTheUsersWritesAndReads() {
        var mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
        var codec = PayloadCodec.json(mapper);

        var payload = codec.encode(new Charge("o-1", 5));

        assertThat(new String(payload.bytes(), UTF_8)).isEqualTo("{\"order_name\":\"o-1\",\"cents\":5}");
        assertThat(codec.decode(payload, Charge.class)).isEqualTo(new Charge("o-1", 5));
    }

    @Test
    void answerOfAnotherTypeIsTheCodecsFault() {
        PayloadCodec wrong = new PayloadCodec() {
            @Override
            public Payload encode(Object value) {
                return Payload.json("1");
            }

            @Override
            public Object decode(Payload payload, Type type) {
                return 1;
            }
        };

        assertThatThrownBy(() -> Decoding.as(TypeToken.of(Charge.class), wrong, Payload.json("1")))
                .hasMessageContaining(Charge.class.getName())
                .hasMessageContaining("java.lang.Integer");
        assertThat(Decoding.as(TypeToken.of(Integer.class), wrong, Payload.json("1")))
                .isEqualTo(1);
        assertThat(Decoding.as(TypeToken.of(int.class), wrong, Payload.json("1")))
                .isEqualTo(1);
    }

    private static byte[] input(FlowFabric fabric, Submitted submitted) {
        return fabric.engine()
                .call(Catalogue.READ_EXECUTION_CONTEXT, new ExecutionRef(submitted.id()))
                .inputPayload()
                .bytes();
    }

    private static FabricOptions encrypted(int key) {
        var bytes = new byte[16];
        Arrays.fill(bytes, (byte) key);
        return FabricOptions.DEFAULT.withCodec(new Encrypted(PayloadCodec.json(), new SecretKeySpec(bytes, "AES")));
    }
}

package io.flowfabric.model.handle;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class HandleCodecTest {

    private static final HandlePayload PAYLOAD = new HandlePayload(
            ExecutionId.parse("{fp:7}:11111111-1111-4111-8111-111111111111"),
            3,
            AttemptId.parse("22222222-2222-4222-8222-222222222222"),
            LeaseId.parse("33333333-3333-4333-8333-333333333333"),
            9,
            30_000,
            "default",
            "w-1");
    private static final byte[] BYTES = HandleCodec.encode(BackendTag.JAVA_SQLITE, PAYLOAD);

    // Where the fields of PAYLOAD start behind the three header bytes.
    private static final int EXECUTION_ID = 3;
    private static final int ATTEMPT_INDEX = EXECUTION_ID + 4 + 43;
    private static final int ATTEMPT_ID = ATTEMPT_INDEX + 4;
    private static final int LEASE_ID = ATTEMPT_ID + 4 + 36;
    private static final int LEASE_EPOCH = LEASE_ID + 4 + 36;
    private static final int LEASE_TTL = LEASE_EPOCH + 8;
    private static final int LANE = LEASE_TTL + 8;
    private static final int INSTANCE = LANE + 4 + 7;

    @ParameterizedTest
    @EnumSource(BackendTag.class)
    void everyBackendReadsBackEqual(BackendTag backend) {
        byte[] bytes = HandleCodec.encode(backend, PAYLOAD);
        assertThat(bytes).startsWith(0x02, 0x01, backend.wireByte());
        assertThat(HandleCodec.decode(bytes)).isEqualTo(new HandleCodec.Decoded(backend, PAYLOAD));
    }

    @ParameterizedTest
    @CsvSource({
        "VALKEY, 1, valkey", "POSTGRES, 2, postgres", "SQLITE, 3, sqlite",
        "JAVA_SQLITE, 16, java-sqlite", "JAVA_POSTGRES, 17, java-postgres", "JAVA_VALKEY, 18, java-valkey"
    })
    void backendBytesAndLabelsAreFixed(BackendTag backend, int wireByte, String label) {
        assertThat(backend.wireByte()).isEqualTo(wireByte);
        assertThat(backend.label()).isEqualTo(label);
    }

    @Test
    void layoutIsFixed() {
        assertThat(HexFormat.of().formatHex(BYTES))
                .isEqualTo("020110"
                        + "2b000000" + ascii("{fp:7}:11111111-1111-4111-8111-111111111111")
                        + "03000000"
                        + "24000000" + ascii("22222222-2222-4222-8222-222222222222")
                        + "24000000" + ascii("33333333-3333-4333-8333-333333333333")
                        + "0900000000000000"
                        + "3075000000000000"
                        + "07000000" + ascii("default")
                        + "03000000" + ascii("w-1"));
    }

    @Test
    void oldFormReadsAsValkey() {
        byte[] old = Arrays.copyOfRange(BYTES, 2, BYTES.length);
        old[0] = 0x01;
        assertThat(HandleCodec.decode(old)).isEqualTo(new HandleCodec.Decoded(BackendTag.VALKEY, PAYLOAD));
    }

    static Stream<Arguments> corruptions() {
        return Stream.of(
                arguments(hex(""), "Truncated{needed=1, at=0, have=0}"),
                arguments(hex("01"), "Truncated{needed=4, at=1, have=1}"),
                arguments(hex("02"), "Truncated{needed=1, at=1, have=1}"),
                arguments(hex("0201"), "Truncated{needed=1, at=2, have=2}"),
                arguments(hex("02ff01"), "BadWireVersion{got=255}"),
                arguments(hex("0201fe"), "BadBackendTag{got=254}"),
                arguments(hex("ab"), "BadV1Version{got=171}"),
                arguments(hex("00"), "BadV1Version{got=0}"),
                arguments(hex("020110ffffffff"), "Truncated{needed=4294967295, at=7, have=7}"),
                arguments(hex("020110ffffff7f"), "Truncated{needed=2147483647, at=7, have=7}"),
                arguments(Arrays.copyOf(BYTES, BYTES.length + 1), "TrailingBytes{pos=168, len=169}"),
                arguments(Arrays.copyOf(BYTES, BYTES.length - 1), "Truncated{needed=3, at=165, have=167}"),
                arguments(with(EXECUTION_ID + 4, 0xff), "InvalidUtf8{field=execution_id}"),
                arguments(with(ATTEMPT_ID + 4, 0x80), "InvalidUtf8{field=attempt_id}"),
                arguments(with(LEASE_ID + 4, 0xc0), "InvalidUtf8{field=lease_id}"),
                arguments(with(LANE + 4, 0xff), "InvalidUtf8{field=lane_id}"),
                arguments(with(INSTANCE + 4, 0xff), "InvalidUtf8{field=worker_instance_id}"),
                arguments(
                        with(EXECUTION_ID + 4, '('),
                        "ParseField{field=execution_id, detail=execution_id:"
                                + " MissingTag((fp:7}:11111111-1111-4111-8111-111111111111)}"),
                arguments(
                        with(ATTEMPT_ID + 4, 'x'),
                        "ParseField{field=attempt_id, detail=attempt_id:"
                                + " InvalidUuid(x2222222-2222-4222-8222-222222222222)}"),
                arguments(
                        with(LEASE_ID + 4, 'x'),
                        "ParseField{field=lease_id, detail=lease_id:"
                                + " InvalidUuid(x3333333-3333-4333-8333-333333333333)}"),
                arguments(
                        with(ATTEMPT_INDEX + 3, 0x80),
                        "ParseField{field=attempt_index, detail=2147483651 is above 2147483647}"),
                arguments(
                        with(LEASE_EPOCH + 7, 0x80),
                        "ParseField{field=lease_epoch, detail=9223372036854775817 is above 9223372036854775807}"),
                arguments(
                        with(LEASE_TTL + 7, 0x80),
                        "ParseField{field=lease_ttl_ms, detail=9223372036854805808 is above 9223372036854775807}"));
    }

    @ParameterizedTest
    @MethodSource("corruptions")
    void corruptBytesAreNamed(byte[] bytes, String problem) {
        ValidationException failure = validationFailureOf(() -> HandleCodec.decode(bytes));
        assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPTION);
        assertThat(failure.detail()).isEqualTo("handle_codec: " + problem);
    }

    @Test
    void laneAndInstanceAreNotJudged() {
        var odd =
                new HandlePayload(PAYLOAD.executionId(), 0, PAYLOAD.attemptId(), PAYLOAD.leaseId(), 0, 0, "a,\n东", "");
        assertThat(HandleCodec.decode(HandleCodec.encode(BackendTag.JAVA_VALKEY, odd))
                        .payload())
                .isEqualTo(odd);
    }

    private static byte[] with(int at, int value) {
        byte[] bytes = BYTES.clone();
        bytes[at] = (byte) value;
        return bytes;
    }

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static String ascii(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }
}

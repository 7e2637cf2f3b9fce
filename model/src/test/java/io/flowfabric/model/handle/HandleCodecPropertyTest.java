package io.flowfabric.model.handle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import java.util.Arrays;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class HandleCodecPropertyTest {

    @Property
    void everyPayloadReadsBackEqual(@ForAll BackendTag backend, @ForAll("payloads") HandlePayload payload) {
        assertThat(HandleCodec.decode(HandleCodec.encode(backend, payload)))
                .isEqualTo(new HandleCodec.Decoded(backend, payload));
    }

    @Property
    void everyProperPrefixIsTruncated(
            @ForAll("payloads") HandlePayload payload, @ForAll @IntRange(max = 1_000_000) int cut) {
        byte[] bytes = HandleCodec.encode(BackendTag.JAVA_POSTGRES, payload);
        byte[] prefix = Arrays.copyOf(bytes, cut % bytes.length);
        assertThat(problemOf(prefix)).startsWith("handle_codec: Truncated{");
    }

    @Property
    void garbageIsCorruptionAndNothingElse(@ForAll byte[] garbage) {
        assertThat(problemOf(garbage)).startsWith("handle_codec: ");
    }

    @Property
    void garbageBehindAGoodHeaderIsCorruptionAndNothingElse(@ForAll byte[] garbage) {
        byte[] bytes = new byte[3 + garbage.length];
        bytes[0] = 2;
        bytes[1] = 1;
        bytes[2] = 0x10;
        System.arraycopy(garbage, 0, bytes, 3, garbage.length);
        assertThat(problemOf(bytes)).startsWith("handle_codec: ");
    }

    @Property
    void oneChangedByteIsReadOrRefusedButNeverFails(
            @ForAll("payloads") HandlePayload payload, @ForAll @IntRange(max = 1_000_000) int at, @ForAll byte value) {
        byte[] bytes = HandleCodec.encode(BackendTag.JAVA_SQLITE, payload);
        bytes[at % bytes.length] = value;
        assertThat(problemOf(bytes)).matches(problem -> problem.isEmpty() || problem.startsWith("handle_codec: "));
    }

    @Provide
    Arbitrary<HandlePayload> payloads() {
        Arbitrary<UUID> uuids =
                Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
        Arbitrary<ExecutionId> executions = Combinators.combine(
                        Arbitraries.integers().between(0, 65_535), uuids)
                .as(ExecutionId::new);
        Arbitrary<Long> numbers = Arbitraries.longs().greaterOrEqual(0);
        Arbitrary<String> texts = Arbitraries.strings()
                .withCharRange(' ', '\ud7ff')
                .withChars('\ufffd')
                .ofMaxLength(80);
        return Combinators.combine(
                        executions,
                        Arbitraries.integers().greaterOrEqual(0),
                        uuids.map(AttemptId::new),
                        uuids.map(LeaseId::new),
                        numbers,
                        numbers,
                        texts,
                        texts)
                .as(HandlePayload::new);
    }

    /** The detail of the refusal, or empty if the bytes are read; anything but corruption fails the test. */
    private static String problemOf(byte[] bytes) {
        try {
            HandleCodec.decode(bytes);
            return "";
        } catch (ValidationException refused) {
            assertThat(refused.code()).isEqualTo(ErrorCode.CORRUPTION);
            return refused.detail();
        }
    }
}

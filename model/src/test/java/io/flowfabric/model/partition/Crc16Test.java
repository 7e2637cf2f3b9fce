package io.flowfabric.model.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Crc16Test {

    @ParameterizedTest
    @CsvSource({"123456789, 0x31C3", "'', 0", "default, 0xD656", "workers-a, 0x2EC1", "workers-b, 0x1EA2", "gpu, 0x3890"
    })
    void textVectorsHold(String text, String crc) {
        assertThat(Crc16.of(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(Integer.decode(crc));
    }

    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, 0x0000",
        "11111111-1111-1111-1111-111111111111, 0x5006",
        "550e8400-e29b-41d4-a716-446655440000, 0x9018",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, 0x0041"
    })
    void uuidVectorsHold(UUID uuid, String crc) {
        assertThat(Crc16.of(uuid)).isEqualTo(Integer.decode(crc));
    }

    @Property
    void uuidIsHashedAsItsSixteenBytes(@ForAll long high, @ForAll long low) {
        byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        assertThat(Crc16.of(new UUID(high, low))).isEqualTo(Crc16.of(bytes)).isBetween(0, 0xFFFF);
    }
}

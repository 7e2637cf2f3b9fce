package io.flowfabric.model.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeOrderedUuidTest {
    @Test
    void theirTextsAscendInTheOrderOfTheirMaking() {
        var texts = Stream.generate(TimeOrderedUuid::mint)
                .limit(20_000)
                .map(UUID::toString)
                .toList();
        assertThat(texts).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theyCarryTheirVersionAndTheTime() {
        long before = System.currentTimeMillis();
        var uuid = TimeOrderedUuid.mint();
        assertThat(uuid.version()).isEqualTo(7);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(uuid.getMostSignificantBits() >>> 16).isGreaterThanOrEqualTo(before);
    }

    @Test
    void noneIsMadeTwiceByThreadsThatRace() {
        var minted = IntStream.range(0, 50_000)
                .parallel()
                .mapToObj(i -> TimeOrderedUuid.mint())
                .toList();
        assertThat(minted).doesNotHaveDuplicates();
    }
}

package io.flowfabric.engine.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.record.PurgeSet.Weight;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much one transaction purges. */
class PurgeSetTest {
    @ParameterizedTest
    @CsvSource({
        // count, changes of each, bytes of each, size of the set
        "0, 3, 10, 0",
        "1, 3, 10, 1",
        "99, 3, 10, 99",
        "100, 10, 10, 100",
        "101, 3, 10, 100",
        "500, 0, 0, 100",
        "11, 100, 0, 10",
        "100, 11, 0, 90",
        "3, 1000, 0, 1",
        "3, 1001, 0, 1",
        "5, 3, 262144, 4",
        "5, 3, 262145, 3",
        "2, 3, 1048577, 1",
    })
    void setEndsBeforeTheExecutionThatExceedsABound(int count, long changes, long bytes, int size) {
        assertThat(PurgeSet.AS_ONLY_WRITER.size(Collections.nCopies(count, new Weight(changes, bytes))))
                .isEqualTo(size);
    }

    @Test
    void executionThatIsTooLargeDoesNotTakeThoseBeforeItAlong() {
        assertThat(PurgeSet.AS_ONLY_WRITER.size(List.of(new Weight(3, 10), new Weight(100_000, 10), new Weight(3, 10))))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        // count, changes of each, bytes of each, size of the set
        "500, 10, 10, 500",
        "501, 3, 10, 500",
        "51, 100, 0, 50",
        "5, 3, 1048576, 4",
        "2, 3, 4194305, 1",
    })
    void setIsLargerWhereOtherTransactionsWriteBesideIt(int count, long changes, long bytes, int size) {
        assertThat(PurgeSet.BESIDE_OTHER_WRITERS.size(Collections.nCopies(count, new Weight(changes, bytes))))
                .isEqualTo(size);
    }
}

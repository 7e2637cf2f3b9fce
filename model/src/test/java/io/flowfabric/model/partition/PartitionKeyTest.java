package io.flowfabric.model.partition;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionKeyTest {

    @Property
    void onlyFlowsAndExecutionsShareTheirTags(@ForAll @IntRange(max = 65_535) int index) {
        assertThat(tag(PartitionFamily.FLOW, index))
                .isEqualTo(tag(PartitionFamily.EXECUTION, index))
                .isEqualTo("{fp:" + index + "}");
        assertThat(tag(PartitionFamily.BUDGET, index)).isEqualTo("{b:" + index + "}");
        assertThat(tag(PartitionFamily.QUOTA, index)).isEqualTo("{q:" + index + "}");
    }

    @Property
    void everyKeyReadsBackEqual(@ForAll PartitionFamily family, @ForAll @IntRange(max = 65_535) int index) {
        PartitionKey key = new Partition(family, index).key();
        assertThat(PartitionKey.parse(key.toString())).isEqualTo(key);
    }

    @Test
    void executionLabelDoesNotSurviveTheWire() {
        PartitionKey key = new Partition(PartitionFamily.EXECUTION, 3).key();
        assertThat(key).hasToString("{fp:3}");
        assertThat(PartitionKey.parse("{fp:3}").partition()).isEqualTo(new Partition(PartitionFamily.FLOW, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "'', MissingBraces",
        "{, MissingBraces",
        "fp:0, MissingBraces",
        "{fp:0, MissingBraces",
        "{}, MalformedBody",
        "{fp0}, MalformedBody",
        "{zz:0}, UnknownFamilyPrefix(zz)",
        "{:0}, UnknownFamilyPrefix()",
        "{FP:0}, UnknownFamilyPrefix(FP)",
        "{fp:65536}, InvalidIndex(65536)",
        "{fp:}, InvalidIndex()",
        "{fp:-1}, InvalidIndex(-1)",
        "{fp:007}, InvalidIndex(007)",
        "{fp:1:2}, InvalidIndex(1:2)"
    })
    void malformedKeyIsRefusedWithTheFirstProblem(String text, String problem) {
        ValidationException failure = validationFailureOf(() -> PartitionKey.parse(text));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo("partition_key: " + problem);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void partitionOutOfRangeCannotBeBuilt(int index) {
        assertThat(validationFailureOf(() -> new Partition(PartitionFamily.BUDGET, index))
                        .detail())
                .contains(Integer.toString(index));
    }

    private static String tag(PartitionFamily family, int index) {
        return new Partition(family, index).tag();
    }
}

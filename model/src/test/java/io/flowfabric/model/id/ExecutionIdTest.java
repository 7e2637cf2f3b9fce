package io.flowfabric.model.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.ExecutionIdSyntaxException.Problem;
import io.flowfabric.model.partition.Partition;
import io.flowfabric.model.partition.PartitionFamily;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionIdTest {

    private static final String UUID_TEXT = "550e8400-e29b-41d4-a716-446655440000";
    private static final UUID SOME_UUID = UUID.fromString(UUID_TEXT);
    private static final FlowId FLOW = FlowId.parse("11111111-1111-1111-1111-111111111111");

    @Property
    void everyIdReadsBackEqual(@ForAll @IntRange(max = 65_535) int partition, @ForAll long high, @ForAll long low) {
        ExecutionId id = new ExecutionId(partition, new UUID(high, low));
        assertThat(ExecutionId.parse(id.toString())).isEqualTo(id);
    }

    @Test
    void idOfAFlowMemberReadsBackEqual() {
        ExecutionId id = ExecutionId.forFlow(FlowId.mint(), PartitionConfig.DEFAULT);
        assertThat(ExecutionId.parse(id.toString())).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{fp:0}", "{fp:42}", "{fp:65535}"})
    void canonicalTextPrintsUnchanged(String tag) {
        String text = tag + ":" + UUID_TEXT;
        assertThat(ExecutionId.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "550e8400-e29b-41d4-a716-446655440000, 550e8400-e29b-41d4-a716-446655440000",
        "{fp:1}550e8400-e29b-41d4-a716-446655440000, {fp:1}550e8400-e29b-41d4-a716-446655440000",
        "{fp:, {fp:",
        "{b:1}:550e8400-e29b-41d4-a716-446655440000, {b:1}:550e8400-e29b-41d4-a716-446655440000",
        "' {fp:1}:550e8400-e29b-41d4-a716-446655440000', ' {fp:1}:550e8400-e29b-41d4-a716-446655440000'"
    })
    void textWithoutTagIsRefused(String text, String offending) {
        assertRefused(text, Problem.MISSING_TAG, "execution_id: MissingTag(" + offending + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "xx", "-1", "+7", "007", "00", "65536", "99999", "100000", "1 ", "1a", "٧", "2147483648"})
    void partitionThatIsNoCanonicalIndexIsRefused(String index) {
        assertRefused(
                "{fp:" + index + "}:" + UUID_TEXT,
                Problem.INVALID_PARTITION_INDEX,
                "execution_id: InvalidPartitionIndex(" + index + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not-a-uuid",
                "550E8400-E29B-41D4-A716-446655440000",
                "550e8400e29b41d4a716446655440000",
                "{550e8400-e29b-41d4-a716-446655440000}",
                "urn:uuid:550e8400-e29b-41d4-a716-446655440000",
                "550e8400-e29b-41d4-a716-44665544000",
                "550e8400-e29b-41d4-a716-4466554400000",
                "550e8400-e29b-41d4-a716_446655440000",
                "550e8400-e29b-41d4-a716-44665544000g",
                "550e8400-e29b-41d4-a716-44665544000é",
                "550e8400-e29b-41d4-a716-446655440000 "
            })
    void uuidInAnotherSpellingIsRefused(String uuid) {
        assertRefused("{fp:0}:" + uuid, Problem.INVALID_UUID, "execution_id: InvalidUuid(" + uuid + ")");
    }

    @Test
    void firstClosingBraceEndsTheIndex() {
        assertRefused("{fp:1}:}:" + UUID_TEXT, Problem.INVALID_UUID, "execution_id: InvalidUuid(}:" + UUID_TEXT + ")");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void partitionOutOfRangeCannotBeBuilt(int partition) {
        ValidationException failure =
                catchThrowableOfType(ValidationException.class, () -> new ExecutionId(partition, SOME_UUID));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).contains(Integer.toString(partition));
    }

    @Test
    void routingReadsTheIdAndNeverRehashes() {
        ExecutionId id = ExecutionId.parse("{fp:0}:" + UUID_TEXT);
        assertThat(PartitionConfig.DEFAULT.partitionOf(new FlowId(id.uuid())).index())
                .isEqualTo(24);
        assertThat(id.routing()).isEqualTo(new Partition(PartitionFamily.EXECUTION, 0));
    }

    @Test
    void partitionSurvivesAnotherPartitionCount() {
        ExecutionId id = ExecutionId.forFlow(FLOW, new PartitionConfig(4, 4, 4));
        assertThat(id.partition()).isEqualTo(2);
        assertThat(ExecutionId.parse(id.toString()).routing().index()).isEqualTo(2);
        assertThat(new PartitionConfig(1024, 4, 4).outOfRange(id)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000-0000-0000-0000-000000000000",
                "550e8400-e29b-41d4-a716-446655440000",
                "ffffffff-ffff-ffff-ffff-ffffffffffff"
            })
    void deterministicIdsAreEqualForEqualInput(UUID uuid) {
        ExecutionId member = ExecutionId.deterministicForFlow(FLOW, PartitionConfig.DEFAULT, uuid);
        assertThat(member).isEqualTo(ExecutionId.deterministicForFlow(FLOW, PartitionConfig.DEFAULT, uuid));
        assertThat(member).hasToString("{fp:6}:" + uuid);
        assertThat(ExecutionId.deterministicSolo(LaneId.DEFAULT, PartitionConfig.DEFAULT, uuid))
                .hasToString("{fp:86}:" + uuid);
    }

    @Test
    void membersLiveInThePartitionOfTheirFlow() {
        assertThat(PartitionConfig.DEFAULT.partitionOf(FLOW).index()).isEqualTo(6);
        assertThat(ExecutionId.forFlow(FLOW, PartitionConfig.DEFAULT).partition())
                .isEqualTo(6);
    }

    @Test
    void soloIdsOfALaneShareItsPartition() {
        ExecutionId random = ExecutionId.solo(LaneId.DEFAULT, PartitionConfig.DEFAULT);
        ExecutionId fixed = ExecutionId.deterministicSolo(LaneId.DEFAULT, PartitionConfig.DEFAULT, SOME_UUID);
        assertThat(List.of(random.partition(), fixed.partition())).containsOnly(86);
    }

    @Test
    void mintedIdsAreRandomWithinTheirPartition() {
        ExecutionId id = ExecutionId.minted(9);
        assertThat(id.partition()).isEqualTo(9);
        assertThat(id.uuid().version()).isEqualTo(4);
        assertThat(id).isNotEqualTo(ExecutionId.minted(9));
    }

    @Property
    void orderIsThatOfTheTexts(
            @ForAll @IntRange(max = 65_535) int left,
            @ForAll @IntRange(max = 65_535) int right,
            @ForAll long leftBits,
            @ForAll long rightBits) {
        ExecutionId one = new ExecutionId(left, new UUID(leftBits, rightBits));
        ExecutionId other = new ExecutionId(right, new UUID(rightBits, leftBits));
        assertThat(Integer.signum(one.compareTo(other)))
                .isEqualTo(Integer.signum(one.toString().compareTo(other.toString())));
    }

    @Test
    void orderOfIndicesIsThatOfTheirTexts() {
        List<Integer> edges =
                List.of(0, 1, 2, 9, 10, 11, 19, 20, 99, 100, 109, 190, 199, 999, 1000, 9999, 10_000, 65_535);
        for (int left : edges) {
            for (int right : edges) {
                ExecutionId one = new ExecutionId(left, SOME_UUID);
                ExecutionId other = new ExecutionId(right, SOME_UUID);
                assertThat(Integer.signum(one.compareTo(other)))
                        .as("%s compared with %s", one, other)
                        .isEqualTo(Integer.signum(one.toString().compareTo(other.toString())));
            }
        }
    }

    private static void assertRefused(String text, Problem problem, String detail) {
        var failure = catchThrowableOfType(ExecutionIdSyntaxException.class, () -> ExecutionId.parse(text));
        assertThat(failure).as("%s must be refused", text).isNotNull();
        assertThat(failure.problem()).isEqualTo(problem);
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo(detail);
    }
}

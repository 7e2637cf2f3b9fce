package io.flowfabric.engine.rules.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.EveryPart;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.OnePart;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArgumentRulesTest {
    private static final String BAD = "a\0";
    private static final String FLAW = ": must not contain U+0000 at position 1";

    private static final EveryPart FINE = new EveryPart(
            "n".repeat(100_000),
            100,
            30_000,
            1_000_000,
            OptionalInt.of(65_535),
            OptionalLong.of(0),
            Optional.of("c".repeat(100_000)),
            Collections.nCopies(1_000, "l"),
            Collections.nCopies(256, "f".repeat(256)),
            Map.of("l".repeat(1_000), "v".repeat(100_000)),
            Map.of("t".repeat(256), "v".repeat(4_096)),
            CancelSource.of("s".repeat(256)),
            new BlockOutcome.Rejected("m".repeat(100_000)));

    @Test
    void argumentsWithinTheirLimitsAreTaken() throws ReflectiveOperationException, IOException {
        assertThat(detail(with("note", "n"))).isEmpty();
        assertThat(detail(with("partition", OptionalInt.empty()))).isEmpty();
        assertThat(detail(with("turn", OptionalLong.empty()))).isEmpty();
        assertThat(detail(with("caption", Optional.empty()))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource
    void partThatBreaksARuleIsNamed(String part, Object value, String detail)
            throws ReflectiveOperationException, IOException {
        assertThat(detail(with(part, value))).isEqualTo(detail);
    }

    static Stream<Arguments> partThatBreaksARuleIsNamed() {
        return Stream.of(
                Arguments.of("note", BAD, "note" + FLAW),
                Arguments.of("percent", 101, "percent: 101"),
                Arguments.of("maxWaitMs", 30_001L, "max_wait_ms: 30001"),
                Arguments.of("partition", OptionalInt.of(65_536), "partition: 65536"),
                Arguments.of("turn", OptionalLong.of(-1), "turn: -1"),
                Arguments.of("caption", Optional.of(BAD), "caption" + FLAW),
                Arguments.of("lines", List.of("fine", BAD), "lines[1]" + FLAW),
                Arguments.of("fields", Collections.nCopies(257, "f"), "fields: 257 items"),
                Arguments.of("fields", List.of("f", "f", "f".repeat(257)), "fields[2]: 257 bytes"),
                Arguments.of("labels", Map.of("size", BAD), "labels.size" + FLAW),
                Arguments.of("labels", Map.of(BAD, "xl"), "labels key" + FLAW),
                Arguments.of("tags", tags(257), "tags: 257 items"),
                Arguments.of("tags", Map.of("t".repeat(257), "v"), "tags key: 257 bytes"),
                Arguments.of("tags", Map.of("shop.size", "v".repeat(4_097)), "tags.shop.size: 4097 bytes"),
                Arguments.of("source", CancelSource.of("s".repeat(257)), "source: 257 bytes"),
                Arguments.of("outcome", new BlockOutcome.Blocked(Given.ID, BAD), "outcome.reason" + FLAW));
    }

    @Test
    void onlyATextThatStandsAloneIsNamedByWhereItStands() throws ReflectiveOperationException, IOException {
        assertThat(detail(unmet(OnePart.class, List.of(101)))).isEqualTo("percent: 101");
    }

    @Test
    void itemOfABatchIsNamedByItsPlace() {
        var fine = CreateExecution.of(new Namespace("shop"), LaneId.DEFAULT, "kind");
        var bad = CreateExecution.of(new Namespace("shop"), LaneId.DEFAULT, "k".repeat(257));

        assertThat(detail(new SubmitBatch(List.of(fine.build(), bad.build()))))
                .isEqualTo("executions[1].execution_kind: 257 bytes");
    }

    private static String detail(Record arguments) {
        return ArgumentRules.check(arguments).map(EngineError::detail).orElse("");
    }

    private static Record with(String part, Object value) throws ReflectiveOperationException, IOException {
        var parts = EveryPart.class.getRecordComponents();
        var values = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = parts[i].getName().equals(part)
                    ? value
                    : parts[i].getAccessor().invoke(FINE);
        }
        return unmet(EveryPart.class, Arrays.asList(values));
    }

    /** Of a copy of the type: the rules cache what they find out about a type, and every test needs the first use. */
    private static Record unmet(Class<? extends Record> type, List<?> values)
            throws ReflectiveOperationException, IOException {
        return (Record) new Copies().of(type).getConstructors()[0].newInstance(values.toArray());
    }

    private static final class Copies extends ClassLoader {
        Copies() {
            super(ArgumentRulesTest.class.getClassLoader());
        }

        Class<?> of(Class<?> type) throws IOException {
            try (var file = type.getResourceAsStream(type.getSimpleName() + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(type.getName(), bytes, 0, bytes.length);
            }
        }
    }

    private static Map<String, String> tags(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "shop.tag" + i, i -> "v"));
    }
}

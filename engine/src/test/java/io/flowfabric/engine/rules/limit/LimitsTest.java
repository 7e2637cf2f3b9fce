package io.flowfabric.engine.rules.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.worker.ListWorkers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LimitsTest {
    private static final Path PAGE = Path.of("..", "docs", "limits.md");

    /** A change of a limit is copied from what the test expects. */
    @Test
    void pageListsEveryLimit() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(page)
                .contains(Limits.all().stream().map(LimitsTest::row).collect(Collectors.joining("\n")) + "\n\n");
    }

    private static String row(Limit limit) {
        String range = limit.beyond() == Limit.Beyond.TAKEN
                ? "any"
                : limit.most() == Long.MAX_VALUE ? limit.least() + " or more" : limit.least() + " to " + limit.most();
        String beyond = switch (limit.beyond()) {
            case REFUSED, REFUSED_BY_RULE -> "refused";
            case CUT -> "cut";
            case CAPPED -> "the limit counts";
            case TAKEN -> "";
        };
        return "| `%s` | %s | %s | %s | %s |"
                .formatted(limit.name(), range, limit.unit().words(), beyond, limit.what())
                .replaceAll(" {2,}", " ");
    }

    static Stream<Map.Entry<String, Function<String, Object>>> names() {
        Map<String, Function<String, Object>> types = Map.of(
                "Namespace", Namespace::new,
                "WorkerId", WorkerId::new,
                "WorkerInstanceId", WorkerInstanceId::new,
                "SubscriberId", SubscriberId::new,
                "CursorName", CursorName::new,
                "LaneId", LaneId::new,
                "IdempotencyKey", IdempotencyKey::new);
        return types.entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void typesKeepToTheirLimits(Map.Entry<String, Function<String, Object>> type) {
        int most = (int) Limits.named(type.getKey() + ".value").most();

        assertThat(type.getValue().apply("a".repeat(most))).hasToString("a".repeat(most));
        assertThatThrownBy(() -> type.getValue().apply("a".repeat(most + 1))).hasMessageContaining("invalid_input");
    }

    @Test
    void refusalNamesTheFieldItsSizeAndTheLimit() {
        var arguments = CreateExecution.of(new Namespace("shop"), LaneId.DEFAULT, "k".repeat(900_000))
                .build();

        var refusal = ArgumentRules.check(arguments).orElseThrow();

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal.detail()).isEqualTo("execution_kind: 900000 bytes");
        assertThat(refusal.explanation()).isEqualTo("Give at most 256 bytes of UTF-8.");
    }

    @Test
    void lengthIsThatOfTheBytes() {
        var limit = Limits.named("execution_kind");

        assertThat(limit.check("kind", "\u20ac".repeat(85))).isEmpty();
        assertThat(limit.check("kind", "\u20ac".repeat(86))).isPresent();
        assertThat(limit.check("kind", "a".repeat(256))).isEmpty();
        assertThat(limit.check("kind", "a".repeat(257))).isPresent();
    }

    @Test
    void idThatIsATextIsNamedByWhereItStands() {
        var arguments = new CancelExecution(
                ExecutionId.minted(7), "why", CancelSource.of("x".repeat(257)), Optional.empty(), OptionalLong.empty());

        assertThat(ArgumentRules.check(arguments).orElseThrow().detail()).isEqualTo("source: 257 bytes");
        assertThat(ArgumentRules.check(CancelExecution.byOperator(ExecutionId.minted(7), "w".repeat(100_000))))
                .isEmpty();
    }

    @Test
    void limitsOfItemsAreThoseOfTheList() {
        assertThat(Limits.named("tags").checkSize("tags", Limits.TAGS)).isEmpty();
        assertThat(Limits.named("tags")
                        .checkSize("tags", Limits.TAGS + 1)
                        .orElseThrow()
                        .detail())
                .isEqualTo("tags: 257 items");
        assertThat(List.of(
                        Limits.named("priority").beyond(),
                        Limits.named("reason").beyond()))
                .containsExactly(Limit.Beyond.CAPPED, Limit.Beyond.CUT);
    }

    @ParameterizedTest
    @CsvSource({
        "tags, 257, 'Give at most 256 items: of an execution altogether.'",
        "percent, 101, 'Give 0 to 100.'",
        "max_wait_ms, 30001, 'Give 0 to 30000 milliseconds: how long one call waits.'",
        "batch_size, 0, 'Give 1 to 10000 items: worked off in transactions of 100.'",
    })
    void refusalSaysWhatIsTaken(String name, long value, String taken) {
        assertThat(Limits.named(name).check(name, value).orElseThrow().explanation())
                .isEqualTo(taken);
    }

    @Test
    void limitOfARecordOutranksTheOneOfTheName() {
        assertThat(Limits.of(ListWorkers.class, "limit")).contains(Limits.named("ListWorkers.limit"));
        assertThat(Limits.of(ScanEligibleExecutions.class, "limit")).contains(Limits.named("limit"));
        assertThat(Limits.of(ListWorkers.class, "unheard_of")).isEmpty();
    }

    @Test
    void nameThatIsNotInTheTableIsAMistake() {
        assertThatThrownBy(() -> Limits.named("unheard_of"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unheard_of");
    }

    @Test
    void tableIsListedInItsOrder() {
        assertThat(Limits.all())
                .startsWith(Limits.named("AcquireCursor.lease_ttl_ms"))
                .endsWith(Limits.named("WorkerBuilder.concurrency"));
    }
}

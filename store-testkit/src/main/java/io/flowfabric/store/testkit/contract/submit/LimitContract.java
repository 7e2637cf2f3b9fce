package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.limit.Limit;
import io.flowfabric.engine.rules.limit.Limit.Beyond;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTags;
import io.flowfabric.store.testkit.SampleArguments;
import io.flowfabric.store.testkit.SampleArguments.ArgumentPath;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing of any length, number or size is taken from outside: each part of the arguments of each operation has its limit. */
public abstract class LimitContract extends ContractSuite {
    static Stream<Operation<?, ?>> operations() {
        return Catalogue.all().stream();
    }

    @ParameterizedTest
    @MethodSource("operations")
    public void whatIsBeyondItsLimitIsRefusedByItsName(Operation<?, ?> operation) {
        for (ArgumentPath place : SampleArguments.places(operation.arguments())) {
            var limit = Limits.of(place.owner(), place.component());
            assertThat(limit)
                    .as("limit of %s in %s, to be said in Limits", place.path(), operation)
                    .isPresent();
            beyond(place, limit.get()).forEach(value -> assertBeyond(operation, place, limit.get(), value));
        }
    }

    /** One more than the limit, and one less where that is a number. */
    private static List<Object> beyond(ArgumentPath place, Limit limit) {
        if (limit.beyond() == Beyond.TAKEN) {
            return List.of();
        }
        return switch (place.sort()) {
            case TEXT -> List.of("\u00e9".repeat((int) limit.most() / 2 + 1));
            case ITEMS -> List.of((int) limit.most() + 1);
            default -> numbersBeyond(limit);
        };
    }

    /** Nothing is more than the largest number of its type. */
    private static List<Object> numbersBeyond(Limit limit) {
        boolean isTheWholeType = limit.most() == Integer.MAX_VALUE || limit.most() == Long.MAX_VALUE;
        return isTheWholeType ? List.of(limit.least() - 1) : List.of(limit.least() - 1, limit.most() + 1);
    }

    private <A> void assertBeyond(Operation<A, ?> operation, ArgumentPath place, Limit limit, Object value) {
        String what = "%s of %s beyond %s".formatted(place.path(), operation, limit);
        var refusal = refusal(operation, place, value);
        if (limit.beyond() == Beyond.CUT || limit.beyond() == Beyond.CAPPED) {
            assertThat(refusal.map(EngineError::detail).orElse("")).as(what).doesNotStartWith(place.member() + ": ");
            return;
        }
        assertThat(refusal).as(what).isPresent();
        assertThat(refusal.get().code()).as(what).isIn(ErrorCode.INVALID_INPUT, ErrorCode.INVALID_CAPABILITIES);
        if (limit.beyond() == Beyond.REFUSED) {
            assertThat(refusal.get().detail())
                    .as(what)
                    .contains(place.component().replaceAll("\\W.*|literal", ""))
                    .contains(given(place, value));
            assertThat(refusal.get().explanation())
                    .as(what)
                    .contains(Long.toString(limit.most() == Long.MAX_VALUE ? limit.least() : limit.most()));
        }
    }

    private static String given(ArgumentPath place, Object value) {
        return switch (place.sort()) {
            case TEXT -> value.toString().length() * 2 + " bytes";
            case ITEMS -> value + " items";
            default -> value.toString();
        };
    }

    private <A, R> Optional<EngineError> refusal(Operation<A, R> operation, ArgumentPath place, Object value) {
        try {
            R answer = engine.call(
                    operation,
                    SampleArguments.with(operation.arguments(), place, value).get());
            return answer instanceof List<?> items
                            && !items.isEmpty()
                            && items.get(0) instanceof BatchItem.Refused<?> item
                    ? Optional.of(item.error())
                    : Optional.empty();
        } catch (EngineException refused) {
            return Optional.of(refused.error());
        }
    }

    @Test
    public void executionHasAsManyTagsAsOneCallMaySet() {
        var id = create();
        var tags = new HashMap<String, String>();
        for (int i = 0; i < Limits.TAGS; i++) {
            tags.put("acme.t" + i, "x");
        }
        engine.call(Catalogue.SET_EXECUTION_TAGS, new SetExecutionTags(id, tags));

        var refusal = refused(
                ErrorCode.INVALID_INPUT, Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(id, "acme.more", "x"));
        assertThat(refusal).hasMessageContaining("tags: 257 items").hasMessageContaining("256");
        engine.call(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(id, "acme.t7", "y"));
        assertThat(engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                        .orElseThrow()
                        .tags())
                .hasSize(Limits.TAGS)
                .containsEntry("acme.t7", "y");
    }

    @Test
    public void whatIsAtItsLimitIsTaken() {
        var id = create(execution()
                .creator("c".repeat(1024))
                .idempotencyKey("k".repeat(1024))
                .tags(Map.of("acme." + "k".repeat(251), "v".repeat(4096)))
                .policyJson("{\"note\":\"%s\"}".formatted("p".repeat(65_536 - 11))));

        assertThat(engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                        .orElseThrow()
                        .tags())
                .containsEntry("acme." + "k".repeat(251), "v".repeat(4096));
    }
}

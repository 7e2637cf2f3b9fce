package io.flowfabric.engine.rules.record;

import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.tag.SetTagsOutcome;
import io.flowfabric.model.tag.Tags;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 06 §9 — labels on an execution. */
class TagRulesTest {
    private static final Tags RED = Tags.of(Map.of("shop.colour", "red"));

    @Test
    void noTagsAreRefused() {
        assertThat(TagRules.checkNotEmpty(Map.of()).orElseThrow().detail()).isEqualTo("tags: empty");
        assertThat(TagRules.checkNotEmpty(Map.of("shop.colour", "red"))).isEmpty();
    }

    @Test
    void tagsThatAreNotNamedStay() {
        var decision = set(eligible(), RED, Map.of("shop.size", "xl", "shop.cut", "slim"));

        assertThat(result(decision)).isEqualTo(new SetTagsOutcome.Ok(2));
        assertThat(stored(decision))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("shop.colour", "red", "shop.size", "xl", "shop.cut", "slim"));
        assertThat(decision.events()).isEmpty();
    }

    @Test
    void tagThatIsNamedAgainIsReplaced() {
        assertThat(stored(set(eligible(), RED, Map.of("shop.colour", "blue"))))
                .isEqualTo(Map.of("shop.colour", "blue"));
    }

    @Test
    void badKeySetsNothing() {
        refusesQuietly(set(eligible(), RED, Map.of("shop.size", "xl", "Colour", "red")), ErrorCode.INVALID_TAG_KEY);
    }

    @ParameterizedTest
    @CsvSource({"256, 0, ''", "256, 1, 'tags: 257 items'", "257, 0, ''", "257, 1, 'tags: 258 items'"})
    void onlyNewTagsCountAgainstTheLimit(int before, int added, String refused) {
        var tags = IntStream.range(1, added + 1).boxed().collect(Collectors.toMap(i -> "new.tag" + i, i -> "v"));
        tags.put("old.tag0", "changed");

        var decision = set(eligible(), many(before), tags);

        if (refused.isEmpty()) {
            assertThat(stored(decision)).hasSize(before).containsEntry("old.tag0", "changed");
        } else {
            refusesQuietly(decision, ErrorCode.INVALID_INPUT);
            assertThat(refusal(decision).detail()).isEqualTo(refused);
        }
    }

    @Test
    void instanceTagIsReportedWhenItChangesAndOnlyThen() {
        var given = created(arguments().tag(Tags.INSTANCE_ID, "i-1"));
        var current = Tags.of(Map.of(Tags.INSTANCE_ID, "i-1"));

        assertThat(events(set(given, current, Map.of(Tags.INSTANCE_ID, "i-2")))).containsExactly("instance_tag i-2");
        assertThat(events(set(given, current, Map.of(Tags.INSTANCE_ID, "i-1")))).isEmpty();
        assertThat(events(set(given, current, Map.of("shop.colour", "red")))).isEmpty();
        assertThat(events(set(eligible(), Tags.EMPTY, Map.of(Tags.INSTANCE_ID, "i-1"))))
                .containsExactly("instance_tag i-1");
    }

    private static Decision<SetTagsOutcome> set(Given given, Tags current, Map<String, String> added) {
        return TagRules.set(given.execution(), current, added, given.now());
    }

    private static Map<String, String> stored(Decision<?> decision) {
        return ((Change.Tagged) decision.changes().get(0)).tags().asMap();
    }

    private static Tags many(int count) {
        return Tags.of(IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "old.tag" + i, i -> "v")));
    }
}

package io.flowfabric.model.tag;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TagsTest {

    @Test
    void oneBadKeyRefusesAllTags() {
        ValidationException failure = validationFailureOf(() -> Tags.of(Map.of("a.b", "1", "bad", "2")));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_TAG_KEY);
        assertThat(failure.detail()).isEqualTo("bad");
    }

    @Test
    void tagsAreOrderedByKey() {
        assertThat(Tags.of(Map.of("b.x", "1", "a.x", "", "c.x", "3")).asMap()).containsOnlyKeys("a.x", "b.x", "c.x");
        assertThat(Tags.of(Map.of("b.x", "1", "a.x", "")).asMap().firstKey()).isEqualTo("a.x");
    }

    @Test
    void laterChangesOfTheGivenMapDoNotShow() {
        var given = new HashMap<>(Map.of("a.b", "1"));
        Tags tags = Tags.of(given);
        given.put("a.c", "2");
        assertThat(tags).isEqualTo(Tags.of(Map.of("a.b", "1")));
    }

    @Test
    void mapCannotBeChanged() {
        var map = Tags.of(Map.of("a.b", "1")).asMap();
        assertThatThrownBy(() -> map.put("a.c", "2")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void settingATagLeavesTheOriginalAlone() {
        Tags before = Tags.EMPTY.with("a.b", "1");
        Tags after = before.with("a.b", "2").with("a.c", "3");
        assertThat(before.asMap()).isEqualTo(Map.of("a.b", "1"));
        assertThat(after.asMap()).isEqualTo(Map.of("a.b", "2", "a.c", "3"));
    }

    @Test
    void settingABadKeyIsInvalidInput() {
        ValidationException failure = validationFailureOf(() -> Tags.EMPTY.with("bad", "1"));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).contains("bad");
    }

    @Test
    void instanceTagIsTheValueOfItsKey() {
        assertThat(Tags.EMPTY.instanceTag()).isEmpty();
        assertThat(Tags.of(Map.of("cairn.instance_id", "i-42")).instanceTag()).contains("i-42");
    }
}

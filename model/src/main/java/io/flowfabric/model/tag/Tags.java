package io.flowfabric.model.tag;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The tags of an execution or a flow. Immutable.
 *
 * @param asMap the values by key, in the order of the keys; unmodifiable
 */
public record Tags(SortedMap<String, String> asMap) {

    /** The key of the tag that is stamped on every event of its execution. */
    public static final String INSTANCE_ID = "cairn.instance_id";

    /** No tags. */
    public static final Tags EMPTY = new Tags(Collections.emptySortedMap());

    /** Copies the map; fails with {@code invalid_tag_key} for the first key that breaks the grammar of {@link TagKey}. */
    public Tags {
        var copy = new TreeMap<String, String>();
        asMap.forEach((key, value) -> copy.put(TagKey.requireValidInBatch(key), Objects.requireNonNull(value, key)));
        asMap = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * The tags given at creation.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_tag_key} for the first key, in order, that
     *     breaks the grammar of {@link TagKey}
     */
    public static Tags of(Map<String, String> tags) {
        return tags.isEmpty() ? EMPTY : new Tags(new TreeMap<>(tags));
    }

    /**
     * These tags with one more, or with another value for it.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if the key breaks the grammar
     */
    public Tags with(String key, String value) {
        TagKey.requireValid(key);
        var more = new TreeMap<>(asMap);
        more.put(key, value);
        return new Tags(more);
    }

    /** The tag of one key alone; none when there is none. */
    public Tags only(String key) {
        String value = asMap.get(key);
        return value == null ? EMPTY : of(Map.of(key, value));
    }

    /** The value of the tag {@value #INSTANCE_ID}. */
    public Optional<String> instanceTag() {
        return Optional.ofNullable(asMap.get(INSTANCE_ID));
    }
}

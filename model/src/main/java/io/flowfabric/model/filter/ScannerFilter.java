package io.flowfabric.model.filter;

import io.flowfabric.model.id.Namespace;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which executions a background pass or an event feed concerns itself with. Everything given must match; what is not
 * known of an execution never matches, so that nothing leaks to another tenant.
 *
 * @param namespace only executions of this namespace
 * @param instanceTag only executions that carry this tag
 */
public record ScannerFilter(Optional<Namespace> namespace, Optional<InstanceTag> instanceTag) {

    /** Matches every execution. */
    public static final ScannerFilter NONE = new ScannerFilter(Optional.empty(), Optional.empty());

    /** Whether everything matches, so that a caller need not read tags. */
    public boolean isNoOp() {
        return namespace.isEmpty() && instanceTag.isEmpty();
    }

    /**
     * Whether an execution matches.
     *
     * @param actual its namespace, if known
     * @param tagOf finds the value of one of its tags; asked only if the filter names a tag and the namespace matched
     */
    public boolean matches(Optional<Namespace> actual, Function<String, Optional<String>> tagOf) {
        return (namespace.isEmpty() || namespace.equals(actual))
                && instanceTag
                        .map(tag -> tagOf.apply(tag.key()).equals(Optional.of(tag.value())))
                        .orElse(true);
    }

    /**
     * A tag and the value it must have.
     *
     * @param key the tag's key, compared exactly
     * @param value the tag's value, compared exactly
     */
    public record InstanceTag(String key, String value) {

        /** Takes any key and value; one that no execution can carry matches none. */
        public InstanceTag {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, "value");
        }
    }
}

package io.flowfabric.model.suspension;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;

/** How a composite condition combines others. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Combination.AllOf.class, name = "AllOf"),
    @JsonSubTypes.Type(value = Combination.Count.class, name = "Count")
})
public sealed interface Combination {

    /**
     * Every member is satisfied, in any order.
     *
     * @param members at least one
     */
    record AllOf(List<ResumeCondition> members) implements Combination {

        /** Copies the members. */
        public AllOf {
            members = List.copyOf(members);
        }
    }

    /**
     * At least so many different satisfiers were seen.
     *
     * @param n how many, at least 1
     * @param countKind what is counted
     * @param matcher which signals count; absent means all
     * @param waitpoints where they may arrive, at least one
     */
    record Count(long n, CountKind countKind, Optional<SignalMatcher> matcher, List<WaitpointKey> waitpoints)
            implements Combination {

        /** Copies the waitpoints. */
        public Count {
            waitpoints = List.copyOf(waitpoints);
        }
    }
}

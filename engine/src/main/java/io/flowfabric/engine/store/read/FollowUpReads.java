package io.flowfabric.engine.store.read;

import io.flowfabric.engine.rules.FollowUpKind;
import java.util.Collection;
import java.util.Set;

/** What the dispatcher queries before it begins to write. */
public interface FollowUpReads {
    /** Those of some kinds of which at least one follow-up is due by {@code now}, whether it is locked or not. */
    Set<FollowUpKind> due(Collection<FollowUpKind> kinds, long now);
}

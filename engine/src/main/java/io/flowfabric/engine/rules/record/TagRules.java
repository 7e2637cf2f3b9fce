package io.flowfabric.engine.rules.record;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.tag.SetTagsOutcome;
import io.flowfabric.model.tag.Tags;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** 06 §9 — labels on an execution. They may be set in every state, and only the instance tag is reported. */
public final class TagRules {
    private TagRules() {}

    /** Refuses an empty set of tags, before anything is read. */
    public static Optional<EngineError> checkNotEmpty(Map<String, String> tags) {
        return tags.isEmpty()
                ? Optional.of(EngineError.of(ErrorCode.INVALID_INPUT, "tags: empty", "Name at least one tag to set."))
                : Optional.empty();
    }

    /** Sets tags and leaves the others alone. One bad key and nothing is set. */
    public static Decision<SetTagsOutcome> set(Execution e, Tags current, Map<String, String> added, long now) {
        Tags tags;
        try {
            var all = new TreeMap<>(current.asMap());
            all.putAll(Tags.of(added).asMap());
            tags = new Tags(all);
            // One with more from before keeps them; only what is new is refused.
            if (all.size() > current.asMap().size()) {
                var tooMany = Limits.named("tags").checkSize("tags", all.size());
                if (tooMany.isPresent()) {
                    return Decision.refuse(tooMany.get());
                }
            }
        } catch (EngineException badKey) {
            return Decision.refuse(badKey.error());
        }
        var after = e.edit().instanceTag(tags.instanceTag()).touch(now).done();
        boolean moved = !tags.instanceTag().equals(e.identity().instanceTag());
        return Decision.<SetTagsOutcome>of(new SetTagsOutcome.Ok(added.size()))
                .changing(new Change.Tagged(e, after, tags))
                .emitting(tags.instanceTag()
                        .filter(value -> moved)
                        .map(value -> new InstanceTagEvent(EventSubject.of(after.identity(), now), value)));
    }
}

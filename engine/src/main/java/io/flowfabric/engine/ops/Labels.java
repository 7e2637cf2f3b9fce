package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.TagRules;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.GetExecutionTag;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.SetExecutionTag;
import io.flowfabric.model.op.SetExecutionTags;
import io.flowfabric.model.op.SetTagsOutcome;
import io.flowfabric.model.tag.TagKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tags of executions. */
final class Labels {
    private final Calls calls;

    Labels(Calls calls) {
        this.calls = calls;
    }

    Ok set(SetExecutionTag args) {
        TagKey.requireValid(args.key());
        put(args.executionId(), Map.of(args.key(), args.value()));
        return Ok.OK;
    }

    SetTagsOutcome setAll(SetExecutionTags args) {
        Calls.require(TagRules.checkNotEmpty(args.tags()));
        return put(args.executionId(), args.tags());
    }

    Optional<String> get(GetExecutionTag args) {
        String key = TagKey.requireValid(args.key());
        var id = args.executionId();
        return calls.read(tx ->
                        Optional.ofNullable(tx.executions().tags(List.of(id)).get(id)))
                .flatMap(tags -> Optional.ofNullable(tags.asMap().get(key)));
    }

    private SetTagsOutcome put(ExecutionId id, Map<String, String> tags) {
        long weight = tags.entrySet().stream()
                .mapToLong(tag -> tag.getKey().length() + tag.getValue().length())
                .sum();
        return calls.<Answer<SetTagsOutcome>>write(weight, tx -> {
                    var loaded = tx.lock(List.of(id)).get(id);
                    if (loaded == null) {
                        return new Answer.Refused<>(Calls.notFound(id));
                    }
                    var current = tx.tagsOf(List.of(id)).get(id);
                    return Calls.store(tx, TagRules.set(loaded.execution(), current, tags, tx.now()));
                })
                .orThrow();
    }
}

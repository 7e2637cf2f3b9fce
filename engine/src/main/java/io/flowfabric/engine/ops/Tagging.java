package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Command;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Wants;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.record.TagRules;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.tag.GetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTags;
import io.flowfabric.model.op.tag.SetTagsOutcome;
import io.flowfabric.model.tag.TagKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tags of executions. */
final class Tagging {
    private final CommandExecutor calls;

    Tagging(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.SET_EXECUTION_TAG, this::set);
        bindings.bind(Catalogue.SET_EXECUTION_TAGS, this::setAll);
        bindings.bind(Catalogue.GET_EXECUTION_TAG, this::get);
    }

    Ok set(SetExecutionTag args) {
        TagKey.requireValid(args.key());
        put(args.executionId(), Map.of(args.key(), args.value()));
        return Ok.OK;
    }

    SetTagsOutcome setAll(SetExecutionTags args) {
        CommandExecutor.require(TagRules.checkNotEmpty(args.tags()));
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
        return calls.carryOut(new Command<>(
                Wants.taggedExecution(id),
                weight,
                (found, now) -> found.execution(id)
                        .map(loaded ->
                                TagRules.set(loaded.execution(), found.tags(id).orElseThrow(), tags, now))
                        .orElseGet(() -> Decision.refuse(CommandExecutor.notFound(id)))));
    }
}

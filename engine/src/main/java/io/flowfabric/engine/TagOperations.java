package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Operation.optional;
import static io.flowfabric.engine.Scope.READ;
import static io.flowfabric.engine.Scope.SUBMIT;

import io.flowfabric.model.op.GetExecutionTag;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.SetExecutionTag;
import io.flowfabric.model.op.SetExecutionTags;
import io.flowfabric.model.op.SetTagsOutcome;
import java.util.List;
import java.util.Optional;

/** Tags of executions. */
interface TagOperations {
    Operation<SetExecutionTag, Ok> SET_EXECUTION_TAG = one(
            "set_execution_tag",
            SetExecutionTag.class,
            Ok.class,
            SUBMIT,
            "Sets one tag of an execution, in whatever state it is.");

    Operation<SetExecutionTags, SetTagsOutcome> SET_EXECUTION_TAGS = one(
            "set_execution_tags",
            SetExecutionTags.class,
            SetTagsOutcome.class,
            SUBMIT,
            "Sets several tags of an execution, all or none.");

    Operation<GetExecutionTag, Optional<String>> GET_EXECUTION_TAG = optional(
            "get_execution_tag", GetExecutionTag.class, String.class, READ, "The value of one tag of an execution.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(SET_EXECUTION_TAG, SET_EXECUTION_TAGS, GET_EXECUTION_TAG);
    }
}

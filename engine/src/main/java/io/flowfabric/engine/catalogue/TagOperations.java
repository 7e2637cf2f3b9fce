package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.EXECUTION;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.Operation.optional;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.Scope.SUBMIT;

import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.tag.GetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTags;
import io.flowfabric.model.op.tag.SetTagsOutcome;
import java.util.Optional;

/** Tags of executions. */
interface TagOperations {
    Operation<SetExecutionTag, Ok> SET_EXECUTION_TAG = one("set_execution_tag", SetExecutionTag.class, Ok.class)
            .needs(SUBMIT)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Sets one tag of an execution, in any state.");

    Operation<SetExecutionTags, SetTagsOutcome> SET_EXECUTION_TAGS = one(
                    "set_execution_tags", SetExecutionTags.class, SetTagsOutcome.class)
            .needs(SUBMIT)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Sets several tags of an execution, all or none.");

    Operation<GetExecutionTag, Optional<String>> GET_EXECUTION_TAG = optional(
                    "get_execution_tag", GetExecutionTag.class, String.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs("The value of one tag of an execution.");
}

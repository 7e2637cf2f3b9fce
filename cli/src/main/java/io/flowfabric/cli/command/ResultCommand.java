package io.flowfabric.cli.command;

import io.flowfabric.cli.rendering.ResultOutput;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.state.PublicState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ff result}. */
@Command(
        name = "result",
        header = "Print the result of an execution.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {"", "Examples:", "  ff result '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10' | jq ."})
final class ResultCommand extends EngineCommand {
    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    @Override
    int run(Engine engine) {
        var ref = new ExecutionRef(id);
        var state = engine.call(Catalogue.READ_EXECUTION_STATE, ref).orElseThrow(() -> store().notFound(id));
        var result = engine.call(Catalogue.GET_EXECUTION_RESULT, ref);
        if (result.isPresent()) {
            return answer(result.get(), payload -> ResultOutput.print(out(), payload));
        }
        if (state == PublicState.COMPLETED) {
            return ExitCodes.OK;
        }
        throw EngineError.of(
                        ErrorCode.EXECUTION_NOT_TERMINAL,
                        "no result",
                        "Execution %s is %s; ff why '%s' says what holds it.".formatted(id, state.literal(), id))
                .toException();
    }
}

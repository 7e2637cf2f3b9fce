package io.flowfabric.cli.command;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.submit.CancelExecution;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ff cancel}. */
@Command(
        name = "cancel",
        header = "Cancel an execution, running or not.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff cancel '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "  ff cancel --reason 'ordered twice' '{fp:7}:0190b5d8-…'",
            "",
            "Its worker learns of it when it next renews its lease. Repeating it is safe."
        })
final class CancelCommand extends EngineCommand {
    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            defaultValue = "cancelled by an operator",
            description = "Why; kept with the execution.")
    private String reason;

    @Override
    int run(Engine engine) {
        return answer(
                engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, reason)),
                outcome -> out().println(id + " cancelled"));
    }
}

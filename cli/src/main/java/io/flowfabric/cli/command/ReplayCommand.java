package io.flowfabric.cli.command;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.operator.ReplayOutcome.Replayed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ff replay}. */
@Command(
        name = "replay",
        header = "Run an execution again that has ended.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff replay '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "",
            "Result and failure are forgotten; attempts and counters go on."
        })
final class ReplayCommand extends EngineCommand {
    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    @Override
    int run(Engine engine) {
        return answer(
                engine.call(Catalogue.REPLAY_EXECUTION, new ExecutionRef(id)),
                outcome -> out().println(id + " replayed, now "
                        + ((Replayed) outcome).publicState().literal()));
    }
}

package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.cli.rendering.ExecutionDescription;
import io.flowfabric.cli.rendering.ExecutionReport;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ff get}. */
@Command(
        name = "get",
        header = "Show an execution: its state, lease, attempts and result.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff get '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "  ff get --json '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10' | jq .attempts",
            "",
            "Quote the id: the shell has its own use for braces."
        })
final class GetCommand extends EngineCommand {
    private final Terminal terminal;

    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    GetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    int run(Engine engine) {
        return answer(
                report(engine),
                report -> new ExecutionDescription(report, terminal, EngineQueries.now(engine)).print(out()));
    }

    private ExecutionReport report(Engine engine) {
        var ref = new ExecutionRef(id);
        var snapshot = engine.call(Catalogue.DESCRIBE_EXECUTION, ref).orElseThrow(() -> store().notFound(id));
        return ExecutionReport.of(
                snapshot,
                engine.call(Catalogue.LIST_ATTEMPTS, ref),
                engine.call(Catalogue.GET_EXECUTION_RESULT, ref),
                engine.call(Catalogue.EXPLAIN_EXECUTION, ref));
    }
}

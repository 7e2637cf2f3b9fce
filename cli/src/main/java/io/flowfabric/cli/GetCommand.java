package io.flowfabric.cli;

import io.flowfabric.cli.console.Terminal;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
final class GetCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    GetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        var report = report();
        if (json) {
            Output.json(out, report);
        } else {
            new ExecutionDescription(report, terminal, Instant.now().toEpochMilli()).print(out);
        }
        out.flush();
        return ExitCodes.OK;
    }

    private ExecutionReport report() {
        var ref = new ExecutionRef(id);
        try (var fabric = store.openExisting()) {
            var engine = fabric.engine();
            var snapshot = engine.call(Catalogue.DESCRIBE_EXECUTION, ref)
                    .orElseThrow(() -> EngineError.of(
                                    ErrorCode.EXECUTION_NOT_FOUND,
                                    id.toString(),
                                    "The store %s does not hold it; ff list shows what it holds."
                                            .formatted(store.address()))
                            .toException());
            return ExecutionReport.of(
                    snapshot,
                    engine.call(Catalogue.LIST_ATTEMPTS, ref),
                    engine.call(Catalogue.GET_EXECUTION_RESULT, ref));
        }
    }
}

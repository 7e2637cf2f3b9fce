package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.rendering.PayloadPreview;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.read.Explanation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ff why}. */
@Command(
        name = "why",
        header = "Say why an execution is not running, and what would change that.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff why '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "  ff why --json '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'"
        })
final class WhyCommand extends EngineCommand {
    private final Terminal terminal;

    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    WhyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    int run(Engine engine) {
        return answer(engine.call(Catalogue.EXPLAIN_EXECUTION, new ExecutionRef(id)), this::print);
    }

    private void print(Explanation explanation) {
        out().println(terminal.paint(Ink.BOLD, explanation.executionId().toString()) + " " + explanation.summary()
                + ".");
        for (var reason : explanation.reasons()) {
            out().println();
            out().println("  " + terminal.paint(Ink.YELLOW, reason.code()));
            out().println("    why      " + PayloadPreview.oneLine(reason.text()));
            out().println("    changes  when " + reason.changesWhen());
        }
    }
}

package io.flowfabric.cli.command;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.operator.ChangePriority;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ff priority}. */
@Command(
        name = "priority",
        header = "Move an eligible execution within its lane.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {"", "Examples:", "  ff priority '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10' 9000"})
final class PriorityCommand extends EngineCommand {
    private static final int MOST = 9_000;

    @Parameters(index = "0", paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    @Parameters(index = "1", paramLabel = "N", description = "0 to 9000, higher goes first.")
    private int priority;

    /** The engine would clamp it, and its caller never know. */
    @Override
    void check() {
        if (priority < 0 || priority > MOST) {
            throw refused("N: \"" + priority + "\" is out of range; use 0 to " + MOST + ".");
        }
    }

    @Override
    int run(Engine engine) {
        return answer(
                engine.call(Catalogue.CHANGE_PRIORITY, new ChangePriority(id, priority)),
                outcome -> out().println(id + " priority " + priority));
    }
}

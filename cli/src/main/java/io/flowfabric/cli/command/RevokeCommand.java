package io.flowfabric.cli.command;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.RevokeOutcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ff revoke}. */
@Command(
        name = "revoke",
        header = "Take the lease of an execution away, so that another worker reclaims it.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff revoke '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "  ff revoke --reason 'host is going down' '{fp:7}:0190b5d8-…'"
        })
final class RevokeCommand extends EngineCommand {
    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "operator", description = "Why; told in events.")
    private String reason;

    @Override
    int run(Engine engine) {
        return answer(engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, reason)), this::print);
    }

    private void print(RevokeOutcome outcome) {
        if (outcome instanceof RevokeOutcome.Revoked revoked) {
            out().println(id + " revoked at epoch " + revoked.leaseEpoch());
        } else {
            out().println(id + " unchanged: "
                    + ((RevokeOutcome.AlreadySatisfied) outcome).reason().replace('_', ' '));
        }
    }
}

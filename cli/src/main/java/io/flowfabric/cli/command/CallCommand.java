package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.option.OptionValues;
import io.flowfabric.cli.option.StoreOption;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.wire.InvalidArguments;
import io.flowfabric.wire.handle.HandleSeal;
import io.flowfabric.wire.handle.HandleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ff call}. */
@Command(
        name = "call",
        header = "Call any operation of the engine and print its answer as JSON.",
        description = {
            "Without an operation: lists them, with arguments that may be left out in brackets. Arguments and answers"
                    + " are written as over HTTP, in POST /v1/ops/OPERATION.",
            "A value that is a JSON list, object or quoted text is taken as JSON, any other as the number, truth value or"
                    + " text that the argument is. Bytes are written {\"text\":…}, {\"json\":…}, {\"base64\":…} or as a list of"
                    + " numbers.",
            "A handle that a claim answers can be used by later calls, and by clients of a server on the same store."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff call",
            "  ff call ping",
            "  ff call list_workers --arg namespace=shop --arg limit=10",
            "  ff call claim --json-args '{\"lane_id\":\"default\", …}'",
            "  ff call complete --arg handle=… --arg 'payload={\"text\":\"done\"}'",
            "  ff call list_lanes --json-args '{\"limit\":100}'"
        })
final class CallCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(arity = "0..1", paramLabel = "OPERATION", description = "The operation, such as explain_execution.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--arg", paramLabel = "NAME=VALUE", description = "An argument; may be repeated.")
    private List<String> arguments = new ArrayList<>();

    @Option(names = "--json-args", paramLabel = "JSON", description = "All arguments as one JSON object.")
    private Optional<String> jsonArguments = Optional.empty();

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        if (name.isEmpty()) {
            operations().print(out);
        } else {
            var operation = find(name.get());
            var body = new CallArguments(spec.commandLine(), operation).parse(arguments, jsonArguments);
            try {
                OperationCall.check(operation, body);
            } catch (InvalidArguments wrong) {
                throw new ParameterException(spec.commandLine(), "%s: %s.".formatted(operation, wrong.getMessage()));
            }
            try (var fabric = store.openExisting()) {
                new OperationCall(fabric.engine(), handles(fabric.engine())).run(operation, body, out);
            }
        }
        out.flush();
        return ExitCodes.OK;
    }

    private HandleText handles(Engine engine) {
        return store.address().store().isPresent() ? HandleSeal.of(engine) : HandleText.carried();
    }

    private Operation<?, ?> find(String wanted) {
        return Catalogue.all().stream()
                .filter(operation -> operation.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), OptionValues.quoted(wanted) + " is not an operation; ff call lists them."));
    }

    private static Table operations() {
        var table = Table.headed("OPERATION", "SCOPE", "ARGUMENTS", "WHAT IT DOES");
        for (var operation : Catalogue.all()) {
            table.row(
                    operation.name(),
                    operation.scope().name().toLowerCase(Locale.ROOT),
                    CallArguments.usage(operation),
                    operation.description());
        }
        return table;
    }
}

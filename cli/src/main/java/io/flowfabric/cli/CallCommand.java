package io.flowfabric.cli;

import io.flowfabric.cli.console.Table;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
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
        description = "Without an operation: lists them. A value that is a JSON list, object or quoted text is"
                + " taken as JSON, any other as text.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff call",
            "  ff call ping",
            "  ff call list_workers --arg namespace=shop --arg limit=10",
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
            var parsed = new CallArguments(spec.commandLine(), operation).parse(arguments, jsonArguments);
            try (var fabric = store.openExisting()) {
                Output.json(out, call(fabric.engine(), operation, parsed));
            }
        }
        out.flush();
        return ExitCodes.OK;
    }

    private static <A, R> R call(Engine engine, Operation<A, R> operation, Object arguments) {
        return engine.call(operation, operation.arguments().cast(arguments));
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
                    String.join(" ", CallArguments.names(operation)),
                    operation.description());
        }
        return table;
    }
}

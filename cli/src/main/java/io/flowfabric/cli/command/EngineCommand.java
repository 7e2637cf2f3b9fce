package io.flowfabric.cli.command;

import io.flowfabric.cli.option.StoreOption;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Engine;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that asks something of the engine on a store that exists, and answers people or programs. */
abstract class EngineCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** Does the work and answers the exit code. */
    abstract int run(Engine engine);

    /** Refuses options that do not fit, before anything is opened. */
    void check() {}

    @Override
    public final Integer call() {
        check();
        try (var fabric = store.openExisting()) {
            int exitCode = run(fabric.engine());
            out().flush();
            return exitCode;
        }
    }

    final PrintWriter out() {
        return commandLine().getOut();
    }

    final CommandLine commandLine() {
        return spec.commandLine();
    }

    final StoreOption store() {
        return store;
    }

    final boolean isJson() {
        return json;
    }

    /** Prints an answer in the form that was asked for. */
    final <T> int answer(T answer, Consumer<T> forPeople) {
        if (json) {
            Output.json(out(), answer);
        } else {
            forPeople.accept(answer);
        }
        return ExitCodes.OK;
    }

    final ParameterException refused(String message) {
        return new ParameterException(commandLine(), message);
    }
}

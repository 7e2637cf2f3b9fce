package io.flowfabric.cli.support;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every failure into one line on standard error and an exit code. */
public final class ErrorReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final BooleanSupplier verbose;

    public ErrorReporter(BooleanSupplier verbose) {
        this.verbose = verbose;
    }

    @Override
    public int handleParseException(ParameterException refused, String[] args) {
        var command = refused.getCommandLine();
        print(command, sentence(describe(refused)) + " See: " + help(command));
        return ExitCodes.USAGE;
    }

    /** {@code ff help} knows the commands of {@code ff}; theirs explain themselves. */
    private static String help(CommandLine command) {
        var parent = command.getParent();
        return parent != null && parent.getParent() == null
                ? "ff help " + command.getCommandName()
                : command.getCommandSpec().qualifiedName() + " --help";
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (verbose.getAsBoolean()) {
            failure.printStackTrace(command.getErr());
        }
        if (failure instanceof EngineException refused) {
            print(command, refused.getMessage());
            return isMalformedInput(refused) ? ExitCodes.USAGE : ExitCodes.REFUSED;
        }
        String hint = verbose.getAsBoolean() ? "" : " Run it again with --verbose to see where.";
        print(command, sentence("unexpected error: " + failure) + hint);
        return ExitCodes.INTERNAL;
    }

    /** What the engine refuses because of the caller's own text counts like what the parser refuses. */
    private static boolean isMalformedInput(EngineException refused) {
        return refused.kind() == ErrorKind.VALIDATION && refused.code() != ErrorCode.CORRUPTION;
    }

    private static String describe(ParameterException refused) {
        if (refused.getCause() instanceof TypeConversionException wrong && refused.getArgSpec() != null) {
            return name(refused.getArgSpec()) + ": " + wrong.getMessage();
        }
        if (refused instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            return sentence(refused.getMessage()) + " Did you mean "
                    + unmatched.getSuggestions().get(0) + "?";
        }
        return refused.getMessage().replaceFirst("^Error: ", "");
    }

    private static String name(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return argument.paramLabel();
        }
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith("--"))
                .findFirst()
                .orElse(option.longestName());
    }

    private static String sentence(String text) {
        return text.isEmpty() || ".?!".indexOf(text.charAt(text.length() - 1)) >= 0 ? text : text + ".";
    }

    /** Prints one line to standard error, after what standard output has so far. */
    public static void print(CommandLine command, String message) {
        command.getOut().flush();
        // Foreign text may contain line breaks and escape sequences; a report is one line.
        command.getErr().println("ff: " + message.replaceAll("\\p{Cntrl}+", " ").strip());
        command.getErr().flush();
    }
}

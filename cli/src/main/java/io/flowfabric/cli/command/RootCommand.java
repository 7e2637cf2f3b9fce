package io.flowfabric.cli.command;

import io.flowfabric.cli.support.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code ff} itself: the options that every command has, and the help. */
@Command(
        name = "ff",
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        header = "FlowFabric: durable executions on a store of your choice.",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Exit codes:",
            "    0  done",
            "    1  refused, not found, or the execution did not succeed",
            "    2  a malformed option, id, address, policy or payload; nothing was written",
            "    3  ff doctor found a problem",
            "   70  an error inside ff; --verbose shows where",
            "  130  interrupted",
            "",
            "Environment:",
            "  FF_STORE      the store or server unless --store is given; otherwise",
            "                sqlite:flowfabric.db",
            "  FF_API_TOKEN  the key that a server is shown",
            "  FF_LOG        error, warn, info, debug or trace; otherwise warn",
            "",
            "See it work:  ff demo",
            "Learn more:   ff help submit"
        })
final class RootCommand implements Runnable {
    /** Read by the logging configuration when the first logger is made, so it must be set before. */
    private static final String LOG_LEVEL = "FF_LOG";

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    private boolean version;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Log what happens, and stack traces.")
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }

    void configureLogging() {
        if (verbose) {
            System.setProperty(LOG_LEVEL, "debug");
        }
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}

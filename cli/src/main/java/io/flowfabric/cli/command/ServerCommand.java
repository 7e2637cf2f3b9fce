package io.flowfabric.cli.command;

import io.flowfabric.cli.support.ErrorReporter;
import io.flowfabric.cli.support.ErrorReports;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.cli.support.StopSignals;
import io.flowfabric.cli.support.Traces;
import io.flowfabric.cli.support.UnreadableFile;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.server.FlowFabricServer;
import io.flowfabric.server.config.ConfigurationException;
import io.flowfabric.server.config.Deployment;
import io.flowfabric.server.config.Setting;
import io.flowfabric.server.config.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ff server}. Its flags are those of the table of settings. */
@Command(
        name = "server",
        header = "Serve every operation over HTTP.",
        description =
                "A flag wins over the environment variable of the same name (FF_STORE for --store), which wins over"
                        + " the file of --config. Secrets that the server needs and was not given are made once and kept in the"
                        + " store. SIGTERM lets requests under way finish.",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  ff server",
            "  ff server --store postgresql://db/flowfabric --listen 127.0.0.1:8080",
            "  FF_API_TOKEN=… ff server --listen 0.0.0.0:9090 --tls-keystore server.p12"
        })
final class ServerCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "A properties file with lines like FF_STORE=…")
    private @Nullable Path file;

    private final Map<String, String> environment;

    private ServerCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The command with a flag for every setting. */
    static CommandLine commandLine() {
        return commandLine(System.getenv());
    }

    static CommandLine commandLine(Map<String, String> environment) {
        var server = new ServerCommand(environment);
        var admin = new CommandLine(new ServerAdminCommand())
                .addSubcommand(new PartitionCollisionsCommand(server::settings));
        var commandLine = new CommandLine(server).addSubcommand(admin);
        for (Setting setting : Setting.values()) {
            boolean yesOrNo = setting.rule() == Setting.Rule.BOOLEAN;
            commandLine
                    .getCommandSpec()
                    .addOption(OptionSpec.builder(setting.flag())
                            .type(String.class)
                            .arity(yesOrNo ? "0..1" : "1")
                            .fallbackValue(yesOrNo ? "true" : "")
                            .paramLabel("VALUE")
                            .description(help(setting))
                            .build());
        }
        return commandLine;
    }

    private static String help(Setting setting) {
        String usual = setting.usual().isEmpty() ? "" : " Otherwise %s.".formatted(setting.usual());
        String range = setting.range().map(numbers -> " %s.".formatted(numbers)).orElse("");
        return "%s ($%s)%s%s".formatted(setting.description(), setting.variable(), range, usual);
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            var settings = settings();
            try (var reports = ErrorReports.open(settings)) {
                reports.watch(() -> run(settings));
            }
            return ExitCodes.OK;
        } catch (ConfigurationException | IllegalArgumentException | ValidationException refused) {
            // Whatever part of the server finds it: a setting cannot be used, and the command line itself was right.
            ErrorReporter.print(spec.commandLine(), refused.getMessage());
            return ExitCodes.REFUSED;
        }
    }

    private void run(Settings settings) throws InterruptedException {
        var deployment = Deployment.of(settings);
        if (settings.isOn(Setting.TRACING)) {
            try (var traces = Traces.open(environment)) {
                serve(settings, deployment.tracedBy(traces.openTelemetry()));
            }
        } else {
            serve(settings, deployment);
        }
    }

    private Settings settings() {
        return Settings.of(flags(), environment, file());
    }

    private void serve(Settings settings, Deployment deployment) throws InterruptedException {
        var err = spec.commandLine().getErr();
        settings.lines().forEach(line -> err.println("ff: " + line));
        var stop = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        try (var fabric = FlowFabric.open(deployment.store(), deployment.options());
                var server = FlowFabricServer.start(deployment.server(), fabric.engine())) {
            String scheme = deployment.server().access().shield().tls().isPresent() ? "https" : "http";
            // Before the line that says that it serves: its reader may stop the server at once.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stop, stopped), "ff-stop"));
            StopSignals.onEach(stop::countDown);
            err.println("ff: serving %s://%s. Ctrl-C stops.".formatted(scheme, authority(server.address())));
            deployment.warnings().forEach(warning -> err.println("ff: WARNING: " + warning));
            err.flush();
            stop.await();
            err.println("ff: stopping.");
            err.flush();
        } finally {
            stopped.countDown();
        }
    }

    private static String authority(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** The process does not end before its hooks have. */
    private static void stop(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<Setting, String> flags() {
        var flags = new EnumMap<Setting, String>(Setting.class);
        var parsed = spec.commandLine().getParseResult();
        for (Setting setting : Setting.values()) {
            if (parsed.hasMatchedOption(setting.flag())) {
                flags.put(setting, parsed.matchedOptionValue(setting.flag(), ""));
            }
        }
        return flags;
    }

    private Map<String, String> file() {
        var values = new HashMap<String, String>();
        if (file == null) {
            return values;
        }
        try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            var properties = new Properties();
            properties.load(reader);
            properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
            return values;
        } catch (IOException unreadable) {
            throw new ConfigurationException(
                    "--config: %s cannot be read: %s.".formatted(file, UnreadableFile.why(unreadable)));
        } catch (IllegalArgumentException malformed) {
            throw new ConfigurationException("--config: %s is no properties file: %s; write \\\\ for a backslash."
                    .formatted(file, malformed.getMessage()));
        }
    }
}

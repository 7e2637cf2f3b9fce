package io.flowfabric.cli.command;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** A script for bash, and for zsh in the manner of bash, that completes commands, options and operations. */
final class CompletionScript {
    private static final String SCRIPT = """
            # Completes ff. Source it, or append it to ~/.bashrc or ~/.zshrc.
            if [ -n "$ZSH_VERSION" ]; then
              autoload -U +X compinit && compinit
              autoload -U +X bashcompinit && bashcompinit
            fi
            _ff() {
              local candidates="%s" # not "words", which is zsh's own
              if [ "$COMP_CWORD" -gt 1 ]; then
                case "${COMP_WORDS[1]}" in
            %s
                *) candidates="" ;;
                esac
              fi
              COMPREPLY=($(compgen -W "$candidates" -- "${COMP_WORDS[COMP_CWORD]}"))
            }
            complete -o default -F _ff ff
            """;

    private CompletionScript() {}

    static String of(CommandLine ff) {
        var commands = ff.getSubcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .toList();
        String names = commands.stream().map(Map.Entry::getKey).collect(Collectors.joining(" "));
        String cases = commands.stream()
                .map(entry -> "    %s) candidates=\"%s\" ;;".formatted(entry.getKey(), words(entry.getValue(), names)))
                .collect(Collectors.joining("\n"));
        return SCRIPT.formatted(names, cases);
    }

    private static String words(CommandLine command, String names) {
        var before = switch (command.getCommandName()) {
            case "help" -> Stream.of(names);
            case "call" -> Catalogue.all().stream().map(Operation::name);
            case "completion" -> Stream.of("bash", "zsh");
            default -> Stream.<String>empty();
        };
        var options = command.getCommandSpec().options().stream()
                .map(OptionSpec::names)
                .flatMap(Arrays::stream)
                .filter(name -> name.startsWith("--"));
        return Stream.concat(before, options).collect(Collectors.joining(" "));
    }
}

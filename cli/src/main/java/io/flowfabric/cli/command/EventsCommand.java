package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.rendering.EventLine;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ff events}. */
@Command(
        name = "events",
        header = "Print what has happened, or follow what happens.",
        description = "Without --follow: everything that is kept, the oldest first. With it: from now on, unless"
                + " --after says where to begin.",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  ff events --family completion --limit 20",
            "  ff events --follow",
            "  ff events --follow --json --after start | jq -c .",
            "",
            "With --json: one event per line, each with the cursor to go on behind it."
        })
final class EventsCommand extends EngineCommand {
    private static final int PAGE = 500;
    private static final long PARKED_MS = 10_000;

    private final Terminal terminal;

    @Option(
            names = "--family",
            paramLabel = "NAME",
            split = ",",
            description = "Only lease, completion, operator, worker or instance_tag; several by commas.")
    private Set<EventFamily> families = new TreeSet<>();

    @Option(names = "--namespace", paramLabel = "NAME", description = "Only events of this namespace.")
    private Optional<Namespace> namespace = Optional.empty();

    @Option(names = "--after", paramLabel = "CURSOR", description = "Begin behind this cursor; start for the oldest.")
    private Optional<EventCursor> after = Optional.empty();

    @Option(names = "--follow", description = "Wait for more until interrupted.")
    private boolean follow;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "0", description = "Stop after N. Otherwise never.")
    private int limit;

    EventsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    void check() {
        if (limit < 0) {
            throw refused("--limit: \"" + limit + "\" is out of range; use 1 or more.");
        }
    }

    @Override
    int run(Engine engine) {
        var cursor = after.orElse(follow ? EventCursor.FROM_NOW : EventCursor.START);
        int printed = 0;
        while (true) {
            var page = page(engine, cursor);
            if (page.gap() && printed == 0) {
                commandLine().getErr().println("older events have been trimmed");
            }
            for (var item : page.events()) {
                print(item);
                if (++printed == limit) {
                    return ExitCodes.OK;
                }
            }
            out().flush();
            if (page.events().isEmpty() && !follow) {
                return ExitCodes.OK;
            }
            cursor = page.cursor();
        }
    }

    private EventPage page(Engine engine, EventCursor cursor) {
        return engine.call(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(
                        families,
                        cursor,
                        new ScannerFilter(namespace, Optional.empty()),
                        PAGE,
                        follow ? PARKED_MS : 0));
    }

    private void print(EventItem item) {
        if (isJson()) {
            Output.json(out(), item);
        } else {
            out().println(new EventLine(terminal).of(item));
        }
    }
}

package io.flowfabric.cli.rendering;

import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.op.event.EventItem;
import java.time.Instant;
import java.util.stream.Collectors;

/** An event in one line: when, which family, what, about whom, and what there is to add. */
public final class EventLine {
    private static final int FAMILY_WIDTH = 12;
    private static final int WORD_WIDTH = 18;

    private final Terminal terminal;

    public EventLine(Terminal terminal) {
        this.terminal = terminal;
    }

    public String of(EventItem item) {
        return item instanceof EventItem.Delivered delivered
                ? line(delivered.event())
                : terminal.paint(
                        Ink.RED,
                        "damaged event: " + ((EventItem.Damaged) item).error().detail());
    }

    private String line(Event event) {
        String subject = event instanceof ExecutionEvent about
                ? about.subject().executionId().toString()
                : ((WorkerEvent) event).worker().workerInstanceId().value();
        return (terminal.paint(Ink.DIM, "%-24s".formatted(Instant.ofEpochMilli(event.occurredAt())))
                        + "  " + padded(event.family().literal(), FAMILY_WIDTH)
                        + StateInk.paint(terminal, word(event))
                        + " ".repeat(Math.max(1, WORD_WIDTH - word(event).length()))
                        + subject + "  " + PayloadPreview.oneLine(rest(event)))
                .stripTrailing();
    }

    private static String padded(String text, int width) {
        return ("%-" + width + "s").formatted(text);
    }

    private static String word(Event event) {
        if (event instanceof LeaseEvent lease) {
            return lease.type().literal();
        } else if (event instanceof CompletionEvent completion) {
            return completion.outcome().literal();
        } else if (event instanceof OtherCompletionEvent other) {
            return other.outcome();
        } else if (event instanceof OperatorEvent operator) {
            return operator.type().literal();
        } else {
            return event instanceof WorkerEvent worker ? worker.kind().literal() : "tagged";
        }
    }

    private static String rest(Event event) {
        if (event instanceof LeaseEvent lease) {
            return "%s, epoch %d, attempt %d%s"
                    .formatted(
                            lease.holder().workerInstanceId(),
                            lease.holder().epoch(),
                            lease.attemptIndex(),
                            lease.reason().map(reason -> ": " + reason).orElse(""));
        } else if (event instanceof OperatorEvent operator) {
            return operator.details().entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(" "));
        } else if (event instanceof WorkerEvent worker) {
            return worker.reason().orElse("");
        } else {
            return event instanceof InstanceTagEvent tagged ? tagged.value() : "";
        }
    }
}

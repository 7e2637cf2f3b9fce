package io.flowfabric.cli.rendering;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Progress;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.lease.LeaseHolder;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** An execution for people. */
public final class ExecutionDescription {
    private static final String INDENT = "  ";

    private final ExecutionReport report;
    private final Execution execution;
    private final Terminal terminal;
    private final long now;

    public ExecutionDescription(ExecutionReport report, Terminal terminal, long now) {
        this.report = report;
        this.execution = report.execution();
        this.terminal = terminal;
        this.now = now;
    }

    public void print(PrintWriter out) {
        out.println(terminal.paint(Ink.BOLD, execution.id().toString()));
        facts().print(out);
        if (!report.attempts().isEmpty()) {
            out.println();
            out.println(terminal.paint(Ink.BOLD, "attempts"));
            new AttemptTimeline(report.attempts(), terminal, now).table(INDENT).print(out);
        }
        report.result().ifPresent(result -> {
            out.println();
            out.println(terminal.paint(Ink.BOLD, "result") + INDENT + PayloadPreview.size(result));
            PayloadPreview.of(result).ifPresent(text -> out.println(INDENT + text));
        });
    }

    private Table facts() {
        var facts = Table.indented(INDENT).painted(0, label -> terminal.paint(Ink.DIM, label));
        facts.row("state", StateInk.paint(terminal, execution.publicState().literal()));
        if (!execution.vector().isTerminal()) {
            facts.row("because", "it " + report.explanation().summary());
        }
        facts.row("kind", report.executionKind());
        facts.row("lane", execution.identity().lane().value());
        facts.row("namespace", execution.identity().namespace().value());
        facts.row("priority", Integer.toString(execution.priority()));
        if (!report.tags().isEmpty()) {
            facts.row("tags", tags());
        }
        facts.row("created", ago(execution.timing().createdAt()));
        optional(facts, "started", execution.timing().startedAt());
        optional(facts, "ended", execution.timing().completedAt());
        execution
                .lease()
                .flatMap(lease -> execution.leaseHolder().map(holder -> lease(lease, holder)))
                .ifPresent(text -> facts.row("lease", text));
        progress(execution.progress()).ifPresent(text -> facts.row("progress", text));
        execution.ending().failureReason().ifPresent(why -> facts.row("failure", PayloadPreview.oneLine(why)));
        execution.ending().cancellationReason().ifPresent(why -> facts.row("cancelled", PayloadPreview.oneLine(why)));
        return facts;
    }

    private void optional(Table facts, String label, OptionalLong moment) {
        moment.ifPresent(at -> facts.row(label, ago(at)));
    }

    private String tags() {
        return report.tags().entrySet().stream()
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .sorted()
                .collect(Collectors.joining("  "));
    }

    private String lease(Lease lease, LeaseHolder holder) {
        long left = lease.expiresAt() - now;
        String until = lease.revokedAt().isPresent()
                ? "revoked"
                : left > 0
                        ? "for another " + Durations.describe(left)
                        : "expired " + Durations.describe(-left) + " ago";
        return "%s (%s), epoch %d, %s".formatted(holder.workerId(), holder.workerInstanceId(), holder.epoch(), until);
    }

    private static Optional<String> progress(Progress progress) {
        var percent = progress.percent().isPresent()
                ? Optional.of(progress.percent().getAsInt() + " %")
                : Optional.<String>empty();
        var message = progress.message().map(PayloadPreview::oneLine);
        return percent.isPresent() && message.isPresent()
                ? Optional.of(percent.get() + INDENT + message.get())
                : percent.or(() -> message);
    }

    private String ago(long moment) {
        return Instant.ofEpochMilli(moment) + "  (" + Durations.describe(now - moment) + " ago)";
    }
}

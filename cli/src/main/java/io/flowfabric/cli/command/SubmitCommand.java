package io.flowfabric.cli.command;

import io.flowfabric.cli.option.Moment;
import io.flowfabric.cli.option.PayloadOption;
import io.flowfabric.cli.option.PolicyOption;
import io.flowfabric.cli.option.StoreOption;
import io.flowfabric.cli.option.TagOption;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ff submit}. */
@Command(
        name = "submit",
        header = "Submit an execution and print its id.",
        description = {
            "Repeating an --id or --key submits nothing: the first execution's id is printed again, followed by the"
                    + " word duplicate.",
            "Durations are written like 500ms, 30s, 5m, 2h or 1d."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff submit --kind greet --payload '{\"name\":\"Ada\"}'",
            "  ff submit --lane mail --payload-file letter.txt --retries 5 --backoff 2s",
            "  date | ff submit --kind note - --key today --wait 30s",
            "  ff submit --kind report --delay 1h --tag acme.customer=42",
            "",
            "With --json: one line for the outcome, and with --wait one more for the ending."
        })
final class SubmitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The tenant. Otherwise default.")
    private Namespace namespace;

    @Option(
            names = "--lane",
            paramLabel = "LANE",
            defaultValue = "default",
            description = "The lane to stand in. Otherwise default.")
    private LaneId lane;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "work",
            description = "What sort of work it is. Otherwise work.")
    private String kind;

    @ArgGroup
    private PayloadOption payload = new PayloadOption();

    @Option(names = "--priority", paramLabel = "N", defaultValue = "0", description = "0 to 9000, higher goes first.")
    private int priority;

    @Option(names = "--delay", paramLabel = "DURATION", description = "Do not start before that.")
    private Optional<Duration> delay = Optional.empty();

    @Option(
            names = "--deadline",
            paramLabel = "WHEN",
            description = "Expire unless ended by then: a duration from now, or a time as in 2030-01-31T12:00:00Z.")
    private Optional<Moment> deadline = Optional.empty();

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Idempotency key: with the same key, only the first submits.")
    private Optional<IdempotencyKey> key = Optional.empty();

    @Option(names = "--tag", paramLabel = "K=V", description = "A tag such as acme.order=7; may be repeated.")
    private List<TagOption> tags = new ArrayList<>();

    @ArgGroup(exclusive = false)
    private PolicyOption policy = new PolicyOption();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "The execution id, as in '{fp:7}:<uuid>'. Otherwise a new one.")
    private Optional<ExecutionId> id = Optional.empty();

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            description = "Wait that long for the end and print the result; exit 1 unless it completed.")
    private Optional<Duration> wait = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        var submission = submission();
        try (var fabric = store.open()) {
            var engine = fabric.engine();
            setDueTimes(submission, engine);
            var outcome = engine.call(Catalogue.CREATE_EXECUTION, submission.build());
            print(outcome);
            return wait.map(timeout ->
                            new EndingPrinter(spec.commandLine(), json).await(engine, outcome.executionId(), timeout))
                    .orElse(ExitCodes.OK);
        }
    }

    private CreateExecutionBuilder submission() throws IOException {
        var builder = CreateExecution.of(namespace, lane, kind)
                .input(payload.read(spec.commandLine()))
                .priority(priority)
                .creator("ff")
                .policyJson(policy.json(spec.commandLine()));
        checkedId().ifPresent(builder::id);
        tags.forEach(tag -> builder.tag(tag.key(), tag.value()));
        key.map(IdempotencyKey::value).ifPresent(builder::idempotencyKey);
        return builder;
    }

    /** A while ahead is counted by the store's clock: the one of this machine may be wrong. */
    private void setDueTimes(CreateExecutionBuilder submission, Engine engine) {
        if (delay.isPresent() || deadline.isPresent()) {
            var now = Instant.ofEpochMilli(engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE));
            delay.map(now::plus).map(Instant::toEpochMilli).ifPresent(submission::delayUntil);
            deadline.map(moment -> moment.epochMillis(now)).ifPresent(submission::deadlineAt);
        }
    }

    private Optional<ExecutionId> checkedId() {
        id.flatMap(PartitionConfig.DEFAULT::outOfRange).ifPresent(refusal -> {
            throw new ParameterException(
                    spec.commandLine(), "--id: " + refusal.detail() + ". " + refusal.explanation());
        });
        return id;
    }

    private void print(CreateExecutionOutcome outcome) {
        var out = spec.commandLine().getOut();
        if (json) {
            Output.json(out, outcome);
        } else {
            boolean duplicate = outcome instanceof CreateExecutionOutcome.Duplicate;
            out.println(outcome.executionId() + (duplicate ? " duplicate" : ""));
        }
        out.flush();
    }
}

package io.flowfabric.cli.option;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How an execution is treated: a whole policy, or just its retries. */
public final class PolicyOption {
    @Option(names = "--retries", paramLabel = "N", description = "Retry a failed attempt up to N times.")
    private Optional<Integer> retries = Optional.empty();

    @Option(
            names = "--backoff",
            paramLabel = "DURATION",
            description = "The wait before the first retry; each further one doubles it, up to a minute. Otherwise 1s.")
    private Optional<Duration> backoff = Optional.empty();

    @Option(names = "--policy", paramLabel = "JSON|@FILE", description = "The policy, instead of --retries.")
    private Optional<String> policy = Optional.empty();

    /** The policy as JSON text, empty for none; fails with a {@link ParameterException} if it is not one. */
    public String json(CommandLine command) {
        if (policy.isEmpty()) {
            return retryPolicy(command).map(PolicyJson::write).orElse("");
        }
        if (retries.isPresent() || backoff.isPresent()) {
            throw new ParameterException(
                    command, "--policy: cannot be combined with --retries and --backoff; write them into the policy.");
        }
        String text = policy.get().startsWith("@") ? file(command, policy.get().substring(1)) : policy.get();
        try {
            PolicyJson.parse(text);
            return text;
        } catch (EngineException refused) {
            throw new ParameterException(
                    command,
                    "--policy: %s is not a policy: %s: %s"
                            .formatted(
                                    OptionValues.quoted(policy.get()),
                                    refused.detail(),
                                    refused.error().explanation()));
        }
    }

    private Optional<ExecutionPolicy> retryPolicy(CommandLine command) {
        if (retries.isEmpty()) {
            if (backoff.isPresent()) {
                throw new ParameterException(command, "--backoff: says nothing without --retries; give both.");
            }
            return Optional.empty();
        }
        int times = retries.get();
        if (times < 0) {
            throw new ParameterException(command, "--retries: \"" + times + "\" is negative; use 0 or more.");
        }
        var first = ExponentialBackoff.DEFAULT;
        long initial = backoff.map(Duration::toMillis).orElse(first.initialDelayMs());
        var waits = new ExponentialBackoff(
                initial, Math.max(initial, first.maxDelayMs()), first.multiplier(), first.jitter());
        return Optional.of(
                ExecutionPolicy.builder().retry(RetryPolicy.of(times, waits)).build());
    }

    private static String file(CommandLine command, String name) {
        try {
            return Files.readString(Path.of(name));
        } catch (IOException | InvalidPathException unreadable) {
            throw new ParameterException(
                    command, "--policy: cannot read " + OptionValues.quoted(name) + "; name a file of UTF-8 text.");
        }
    }
}

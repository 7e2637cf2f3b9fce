package io.flowfabric.sdk.task;

import io.flowfabric.model.policy.retry.Backoff;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.sdk.internal.Preconditions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Whether and when a failed attempt is followed by another. Three retries for failures of every category unless set
 * otherwise. Immutable: every method returns a new instance. Invalid values are refused with {@code
 * invalid_policy_json} when the execution is submitted.
 */
public final class Retry {
    private static final int DOUBLING = 2;
    private static final int CONSTANT = 1;

    private final ExponentialBackoff waits;
    private final long times;
    private final List<String> categories;

    private Retry(ExponentialBackoff waits, long times, List<String> categories) {
        this.waits = waits;
        this.times = times;
        this.categories = categories;
    }

    /** Delays that start at {@code initial} and double, up to a minute or {@code initial} if that is longer. */
    public static Retry exponential(Duration initial) {
        long first = Objects.requireNonNull(initial, "initial").toMillis();
        long longest = Math.max(first, ExponentialBackoff.DEFAULT.maxDelayMs());
        return of(new ExponentialBackoff(first, longest, DOUBLING, false));
    }

    /** Delays that are all equally long. */
    public static Retry fixed(Duration wait) {
        long each = Objects.requireNonNull(wait, "wait").toMillis();
        return of(new ExponentialBackoff(each, each, CONSTANT, false));
    }

    private static Retry of(ExponentialBackoff waits) {
        return new Retry(waits, RetryPolicy.DEFAULT_MAX_RETRIES, List.of());
    }

    /** No delay is longer than {@code max}, which must not be below the first. */
    public Retry upTo(Duration max) {
        long longest = Objects.requireNonNull(max, "max").toMillis();
        var bounded = new ExponentialBackoff(waits.initialDelayMs(), longest, waits.multiplier(), waits.jitter());
        return new Retry(bounded, times, categories);
    }

    /** At most this many retries after the first attempt. */
    public Retry times(int retries) {
        return new Retry(waits, retries, categories);
    }

    /** Retries only failures of these categories. */
    public Retry onlyOn(String... failureCategories) {
        return new Retry(waits, times, Preconditions.all("category", failureCategories));
    }

    /** Draws every delay at random between zero and its full length, so that simultaneous failures spread out. */
    public Retry withJitter() {
        var drawn = new ExponentialBackoff(waits.initialDelayMs(), waits.maxDelayMs(), waits.multiplier(), true);
        return new Retry(drawn, times, categories);
    }

    public RetryPolicy policy() {
        return new RetryPolicy(times, backoff(), categories);
    }

    private Backoff backoff() {
        boolean plain = waits.multiplier() == CONSTANT && !waits.jitter();
        return plain && waits.initialDelayMs() == waits.maxDelayMs() ? new FixedBackoff(waits.maxDelayMs()) : waits;
    }
}

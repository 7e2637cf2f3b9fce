package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.ResourceExhaustedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Limits the rate of calls. A call above its limit never reaches the engine; it fails with {@code resource_exhausted}
 * and says when to retry. A bucket is full at first, and one second without calls fills it.
 *
 * <pre>{@code
 * RateLimit.by(operation -> operation.scope().literal())
 *          .bucket("submit", 200)
 *          .bucket("read", 1000)
 *          .build()                  // what workers do is not limited
 * }</pre>
 *
 * <p>A worker whose renewals are rejected loses its leases: give such calls a bucket that they do not share.
 */
public final class RateLimit implements Layer {
    private final Function<Operation<?, ?>, String> classifier;
    private final Map<String, TokenBucket> buckets;
    private final Optional<TokenBucket> others;

    private RateLimit(Builder builder) {
        this.classifier = builder.classifier;
        var named = new HashMap<String, TokenBucket>();
        builder.rates.forEach((key, rate) -> named.put(key, new TokenBucket(rate, builder.nanoClock)));
        this.buckets = Map.copyOf(named);
        this.others = builder.otherwise.map(rate -> new TokenBucket(rate, builder.nanoClock));
    }

    /** One bucket for all calls; less than 1 counts as 1. */
    public static RateLimit perSecond(long rate) {
        return by(Operation::name).otherwise(rate).build();
    }

    /** Begins limits by the key that a function gives each operation. */
    public static Builder by(Function<Operation<?, ?>, String> classifier) {
        return new Builder(classifier);
    }

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        admit(operation);
        return next.call(operation, arguments);
    }

    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        try {
            admit(operation);
        } catch (ResourceExhaustedException rejection) {
            return CompletableFuture.failedFuture(rejection);
        }
        return next.callAsync(operation, arguments);
    }

    private void admit(Operation<?, ?> operation) {
        String key = classifier.apply(operation);
        Optional.ofNullable(buckets.get(key)).or(() -> others).ifPresent(bucket -> admit(key, bucket));
    }

    private static void admit(String key, TokenBucket bucket) {
        long wait = bucket.take();
        if (wait > 0) {
            var retryAfter = Duration.ofMillis((wait + 999_999) / 1_000_000);
            throw new ResourceExhaustedException(
                    "rate limit of " + key + " per second", bucket.rate(), Optional.of(retryAfter));
        }
    }

    /** Limits about to be set. Belongs to one thread. */
    public static final class Builder {
        private final Function<Operation<?, ?>, String> classifier;
        private final Map<String, Long> rates = new HashMap<>();
        private Optional<Long> otherwise = Optional.empty();
        private LongSupplier nanoClock = System::nanoTime;

        private Builder(Function<Operation<?, ?>, String> classifier) {
            this.classifier = classifier;
        }

        /** The calls per second for a key; less than 1 counts as 1, and the last setting of a key wins. */
        public Builder bucket(String key, long perSecond) {
            rates.put(key, perSecond);
            return this;
        }

        /** One more bucket, which all keys without one of their own share. Without it they are not limited. */
        public Builder otherwise(long perSecond) {
            otherwise = Optional.of(perSecond);
            return this;
        }

        /** Counts time by this monotonic clock in nanoseconds instead of {@link System#nanoTime()}. */
        public Builder clock(LongSupplier value) {
            nanoClock = value;
            return this;
        }

        /** The layer, its buckets full. */
        public RateLimit build() {
            return new RateLimit(this);
        }
    }
}

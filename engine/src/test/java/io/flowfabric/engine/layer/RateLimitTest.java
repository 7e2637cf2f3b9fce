package io.flowfabric.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.op.NoArguments;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private final ScriptedEngine engine = new ScriptedEngine();
    private final AtomicLong nanos = new AtomicLong(42);

    private Engine limited(RateLimit.Builder limits) {
        return Layers.around(engine, List.of(limits.clock(nanos::get).build()));
    }

    private static RateLimit.Builder byName() {
        return RateLimit.by(Operation::name);
    }

    private static void askForTime(Engine engine) {
        Object ignored = engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE);
    }

    @Test
    void callAboveTheLimitNeverReachesTheEngine() {
        var limited = limited(byName().otherwise(1));
        Trial.ping(limited);

        assertThatThrownBy(() -> Trial.ping(limited))
                .isInstanceOfSatisfying(ResourceExhaustedException.class, refused -> {
                    assertThat(refused.isRetryable()).isTrue();
                    assertThat(refused.retryAfter()).contains(Duration.ofSeconds(1));
                    assertThat(refused.max()).isEqualTo(1);
                    assertThat(refused).hasMessageContaining("rate limit of backend_label per second");
                });
        assertThat(engine.asked).hasSize(1);
    }

    @Test
    void tokensComeBackAtTheRate() {
        var limited = limited(byName().otherwise(4));
        for (int i = 0; i < 4; i++) {
            Trial.ping(limited);
        }
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(250) - 1);
        assertThatThrownBy(() -> Trial.ping(limited)).isInstanceOf(ResourceExhaustedException.class);

        nanos.addAndGet(1);

        assertThatCode(() -> Trial.ping(limited)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Trial.ping(limited)).isInstanceOf(ResourceExhaustedException.class);
    }

    @Test
    void longSilenceFillsTheBucketAndNoMore() {
        var limited = limited(byName().otherwise(2));
        nanos.addAndGet(TimeUnit.DAYS.toNanos(100));
        Trial.ping(limited);
        Trial.ping(limited);

        assertThatThrownBy(() -> Trial.ping(limited)).isInstanceOf(ResourceExhaustedException.class);
    }

    @Test
    void keysHaveBucketsOfTheirOwn() {
        var limited = limited(byName().bucket("backend_label", 1).bucket("server_time_ms", 1));
        Trial.ping(limited);

        assertThatCode(() -> askForTime(limited)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Trial.ping(limited)).isInstanceOf(ResourceExhaustedException.class);
    }

    @Test
    void unknownKeyWithoutDefaultIsAdmitted() {
        var limited = limited(byName().bucket("claim", 1));

        for (int i = 0; i < 100; i++) {
            Trial.ping(limited);
        }

        assertThat(engine.asked).hasSize(100);
    }

    @Test
    void keysWithoutBucketShareTheDefault() {
        var limited = limited(byName().bucket("claim", 5).otherwise(1));
        askForTime(limited);

        assertThatThrownBy(() -> Trial.ping(limited)).isInstanceOf(ResourceExhaustedException.class);
    }

    @Test
    void rateBelowOneCountsAsOne() {
        var limited = limited(byName().otherwise(-3));

        assertThatCode(() -> Trial.ping(limited)).doesNotThrowAnyException();
    }

    @Test
    void immenseRateIsNoLimit() {
        var limited = limited(byName().otherwise(Long.MAX_VALUE));

        for (int i = 0; i < 1000; i++) {
            Trial.ping(limited);
        }

        assertThat(engine.asked).hasSize(1000);
    }
}

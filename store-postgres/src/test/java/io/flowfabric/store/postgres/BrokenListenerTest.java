package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.store.testkit.Client;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An error does not make a process deaf to the others. */
@Timeout(60)
class BrokenListenerTest {
    private static final String LISTENER = "postgres-listener";

    @Test
    void ringsOfOthersAreHeardAfterAnError() throws Exception {
        String address = TestPostgres.freshAddress();
        try (var here = Client.of(TestPostgres.open(address));
                var elsewhere = Client.of(TestPostgres.open(address))) {
            long before = BackgroundLoop.restarts().get(LISTENER);
            var broken = new AtomicBoolean();
            var heard = new CountDownLatch(1);
            here.store().doorbells().work().listen(() -> {
                if (broken.compareAndSet(false, true)) {
                    throw new OutOfMemoryError("in a test");
                }
                heard.countDown();
            });
            do {
                elsewhere.create();
            } while (!heard.await(100, TimeUnit.MILLISECONDS));
            assertThat(BackgroundLoop.restarts().get(LISTENER)).isEqualTo(before + 1);
        }
    }
}

package io.flowfabric.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServerThreadsTest {
    /** The smallest size of Jetty's pool. */
    private static final int MOST = 8;

    private final ServerThreads threads = ServerThreads.atMost(MOST);

    @BeforeEach
    void start() throws Exception {
        threads.pool().start();
    }

    @AfterEach
    void stop() throws Exception {
        threads.pool().stop();
    }

    @Test
    void handlersHaveVirtualThreadsWhereTheRuntimeHasThem() {
        boolean modern = Runtime.version().feature() >= 21;

        assertThat(CompletableFuture.supplyAsync(VirtualThreads::isVirtualThread, threads.handlers())
                        .join())
                .isEqualTo(modern);
        assertThat(VirtualThreads.isUseVirtualThreads(threads.pool())).isEqualTo(modern);
    }

    @Test
    void noMoreHandlersRunAtATimeThanThereMayBeThreads() throws InterruptedException {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var full = new CountDownLatch(MOST);
        var goOn = new CountDownLatch(1);
        var all = new CountDownLatch(5 * MOST);
        for (int i = 0; i < 5 * MOST; i++) {
            threads.handlers().execute(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                full.countDown();
                await(goOn);
                running.decrementAndGet();
                all.countDown();
            });
        }
        full.await();
        goOn.countDown();
        all.await();

        assertThat(most.get()).isEqualTo(MOST);
    }

    @Test
    void handlerThatFailsGivesItsPlaceBack() throws InterruptedException {
        var all = new CountDownLatch(3 * MOST);
        for (int i = 0; i < 3 * MOST; i++) {
            threads.handlers().execute(() -> {
                all.countDown();
                throw new QuietFailure();
            });
        }
        all.await();

        assertThat(CompletableFuture.supplyAsync(() -> "served", threads.handlers())
                        .join())
                .isEqualTo("served");
    }

    /** An error that is not reported as uncaught. */
    private static final class QuietFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}

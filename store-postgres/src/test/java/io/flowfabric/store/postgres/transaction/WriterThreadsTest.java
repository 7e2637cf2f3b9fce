package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WriterThreadsTest {
    private static final int MOST = 3;
    private static final int MANY = 100;

    private final WriterThreads threads = new WriterThreads(MOST, Thread::new);

    @AfterEach
    void close() {
        threads.close(Duration.ofSeconds(30));
    }

    @Test
    void noMoreTasksRunAtOnceThanAllowed() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var done = new CountDownLatch(MANY);
        for (int i = 0; i < MANY; i++) {
            threads.execute(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.yield();
                running.decrementAndGet();
                done.countDown();
            });
        }
        done.await();

        assertThat(most.get()).isBetween(1, MOST);
    }

    @Test
    void asManyTasksRunAtOnceAsAllowed() throws Exception {
        var together = new CountDownLatch(MOST);
        var met = Collections.nCopies(MOST, together).stream()
                .map(latch -> CompletableFuture.runAsync(
                        () -> {
                            latch.countDown();
                            await(latch);
                        },
                        threads))
                .toArray(CompletableFuture[]::new);

        CompletableFuture.allOf(met).get();
    }

    @Test
    void tasksThatFindAllThreadsBusyRunInTheirOrder() throws Exception {
        var hold = new CountDownLatch(1);
        var order = new CopyOnWriteArrayList<Integer>();
        var done = new CountDownLatch(MANY);
        for (int i = 0; i < MOST - 1; i++) {
            threads.execute(() -> await(done));
        }
        threads.execute(() -> await(hold));
        for (int i = 0; i < MANY; i++) {
            int number = i;
            threads.execute(() -> {
                order.add(number);
                done.countDown();
            });
        }
        hold.countDown();
        done.await();

        assertThat(order).isSorted().hasSize(MANY);
    }

    @Test
    void taskThatFailsCostsNoThread() throws Exception {
        for (int i = 0; i < MANY; i++) {
            threads.execute(() -> {
                throw new IllegalStateException("a test");
            });
        }

        CompletableFuture.runAsync(() -> {}, threads).get();
    }

    @Test
    void closedOnesRefuseTasksAndFinishThoseThatWait() {
        var finished = new CopyOnWriteArrayList<Integer>();
        for (int i = 0; i < MANY; i++) {
            int number = i;
            threads.execute(() -> finished.add(number));
        }
        threads.close(Duration.ofSeconds(30));

        assertThat(List.copyOf(finished)).hasSize(MANY);
        assertThatThrownBy(() -> threads.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}

package io.flowfabric.sdk.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Timeout(60)
class ThreadsTest {
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualWhereTheRuntimeHasThem() {
        assertThat(Threads.virtualFactory("task")).isPresent();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_18)
    void pooledWhereTheRuntimeHasNone() {
        assertThat(Threads.virtualFactory("task")).isEmpty();
    }

    @Test
    void poolQueuesWhatExceedsItsBound() throws InterruptedException {
        List<Thread> used = new CopyOnWriteArrayList<>();
        var all = new CountDownLatch(20);
        try (var threads = Threads.pooled("task", 1)) {
            for (int i = 0; i < 20; i++) {
                threads.execute(() -> {
                    used.add(Thread.currentThread());
                    all.countDown();
                });
            }
            all.await();
        }

        assertThat(used).hasSize(20).allMatch(Thread::isDaemon);
        assertThat(used.stream().distinct()).hasSize(1);
    }
}

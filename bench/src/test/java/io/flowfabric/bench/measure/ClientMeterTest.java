package io.flowfabric.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientMeterTest {
    private static final long BURNT_NANOS = 20_000_000;

    @Test
    void timeOfAThreadCountsForItsRole() throws Exception {
        var burnt = new CountDownLatch(1);
        var read = new CountDownLatch(1);
        var meter = ClientMeter.start();
        var claimer = new Thread(() -> burn(burnt, read), "flowfabric-claimer");
        claimer.start();
        burnt.await();
        burn();
        var micros = meter.perExecution(10);
        read.countDown();
        claimer.join();

        assertThat(micros).containsOnlyKeys(ThreadRole.values());
        assertThat(micros.get(ThreadRole.CLAIMER)).isGreaterThanOrEqualTo(BURNT_NANOS / 1e3 / 10);
        assertThat(micros.get(ThreadRole.SUBMITTERS)).isGreaterThanOrEqualTo(BURNT_NANOS / 1e3 / 10);
        assertThat(micros.get(ThreadRole.TIMERS)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "flowfabric-claimer, CLAIMER",
        "flowfabric-completions, COMPLETIONS",
        "flowfabric-task, HANDLERS",
        "ForkJoinPool-1-worker-2, HANDLERS",
        "flowfabric-sqlite-writer /a/b.db, WRITERS",
        "flowfabric-postgres-writer 3, WRITERS",
        "flowfabric-timers, TIMERS",
        "flowfabric-lease-keeper, OTHERS",
        "main, OTHERS",
    })
    void nameTellsTheRole(String thread, ThreadRole role) {
        assertThat(ThreadRole.of(thread)).isEqualTo(role);
    }

    private static void burn(CountDownLatch burnt, CountDownLatch read) {
        burn();
        burnt.countDown();
        try {
            read.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void burn() {
        var threads = ManagementFactory.getThreadMXBean();
        long until = threads.getCurrentThreadCpuTime() + BURNT_NANOS;
        while (threads.getCurrentThreadCpuTime() < until) {
            Thread.onSpinWait();
        }
    }
}

package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.testkit.Client;
import io.flowfabric.testkit.LongRuns;
import io.flowfabric.testkit.chaos.ChildJvm;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An engine under load that is stopped in the middle of it does not silence the outbox of the others for long. */
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class StoppedEngineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String address = TestPostgres.freshAddress();

    @Test
    void stoppedEngineHoldsNoSubscriberUp() throws Exception {
        try (var client = Client.of(TestPostgres.open(address));
                var busy = ChildJvm.start(BusyProcess.class, address)) {
            busy.hear(BusyProcess.READY);
            for (int round = 0; round < LongRuns.rounds(100, 8); round++) {
                busy.hear(BusyProcess.ROUND);
                signal(busy, "STOP");
                var id = client.create();
                client.changePriority(id, round + 1);
                awaitEventsUpToNow(client);
                signal(busy, "CONT");
            }
        }
    }

    /** Looks only when the bell has rung. */
    private static void awaitEventsUpToNow(Client client) throws InterruptedException {
        var bell = client.store().doorbells().events();
        long newest =
                client.store().read(Deadline.in(PATIENCE), tx -> tx.events().newest());
        long seen = bell.position();
        while (settled(client) < newest) {
            assertThat(bell.awaitBeyond(seen, Deadline.in(PATIENCE)))
                    .as("a ring while the other engine is stopped")
                    .isTrue();
            seen = bell.position();
        }
    }

    private static long settled(Client client) {
        return client.store().read(Deadline.in(PATIENCE), tx -> tx.events().settled());
    }

    private static void signal(ChildJvm child, String signal) throws Exception {
        var kill = new ProcessBuilder(
                        "kill", "-" + signal, Long.toString(child.process().pid()))
                .start();
        assertThat(kill.waitFor()).isZero();
    }
}

package io.flowfabric.junit;

import static io.flowfabric.junit.FlowFabricAssertions.assertThat;

import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The example of the package, word by word. */
@Timeout(60)
@FlowFabricTest
class ReminderTest {
    private static final class FlakyMailServer {
        private final AtomicInteger refusals;

        FlakyMailServer(int refusals) {
            this.refusals = new AtomicInteger(refusals);
        }

        String send(String to) throws IOException {
            if (refusals.getAndDecrement() > 0) {
                throw new IOException("greylisted: " + to);
            }
            return "sent";
        }
    }

    @Test
    void failedReminderIsSentAgainAnHourLater(FlowFabric fabric, TestClock clock) {
        var mails = new FlakyMailServer(1);
        fabric.worker("mails")
                .on("remind", String.class, (task, to) -> mails.send(to))
                .start();

        var reminder = fabric.submission("mails", "remind")
                .payload("ada@example.org")
                .retry(Retry.fixed(Duration.ofHours(1)).times(3))
                .submit();
        clock.advance(Duration.ofMinutes(59));
        assertThat(reminder).isWaiting();

        clock.advance(Duration.ofMinutes(1));
        assertThat(reminder).retried(1).completedWith("sent");
    }
}

package io.flowfabric.examples;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.Retry;
import java.time.Duration;

/** A task that always fails is attempted three times; one that waits for its time is called off. */
public final class RetryAndCancel {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private RetryAndCancel() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            fabric.worker("mail")
                    .on("send", String.class, (task, address) -> {
                        throw new IllegalStateException("mail server of " + address + " does not answer");
                    })
                    .start();

            failThreeTimes(fabric);
            callOff(fabric);
        }
    }

    private static void failThreeTimes(FlowFabric fabric) {
        var mail = fabric.submission("mail", "send")
                .payload("ada@example.com")
                .retry(Retry.fixed(Duration.ofMillis(50)).times(2))
                .submit();
        var ending = mail.awaitEnd(TIMEOUT);
        System.out.printf(
                "ended as %s: %s%n",
                ending.publicState().literal(), ending.reason().orElse(""));
        for (Attempt attempt : fabric.admin().attempts(mail.id())) {
            System.out.printf(
                    "  attempt %d, %s%n", attempt.index(), attempt.type().literal());
        }
    }

    private static void callOff(FlowFabric fabric) {
        var reminder = fabric.submission("mail", "send")
                .payload("charles@example.com")
                .delay(Duration.ofDays(1))
                .submit();
        fabric.admin().cancel(reminder.id(), "the customer has paid");
        var ending = reminder.awaitEnd(TIMEOUT);
        System.out.printf(
                "ended as %s: %s%n",
                ending.publicState().literal(), ending.reason().orElse(""));
    }
}

package io.flowfabric.store.postgres.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.wakeup.WakeUps;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Notifications go out at once when it was quiet, and at a steady pace when it was not. Time passes when the test says so. */
@Timeout(60)
class NotifySenderTest {
    private static final WakeUps WORK = NotifyPayload.read("other wA ", "self");
    private static final WakeUps ENDS = NotifyPayload.read("other e ", "self");
    private static final int MANY = 100;

    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private final AtomicLong time = new AtomicLong();
    private final AtomicLong clockReads = new AtomicLong();
    private final NotifySender sender = new NotifySender(proxy(DataSource.class), "channel", "self", () -> {
        clockReads.incrementAndGet();
        return time.get();
    });

    @Test
    void ringsOfAnIntervalAreOneNotification() throws Exception {
        sender.start();
        sender.enqueue(WORK);
        assertThat(sent.take()).as("at once").isEqualTo(NotifyPayload.of("self", WORK));

        for (int i = 0; i < MANY; i++) {
            sender.enqueue(i % 2 == 0 ? WORK : ENDS);
            awaitClockReads(2);
        }
        assertThat(sent).as("within the interval").isEmpty();

        time.addAndGet(NotifySender.PAUSE_NANOS);
        assertThat(sent.take()).isEqualTo(NotifyPayload.of("self", WORK.and(ENDS)));
        sender.close();
        assertThat(sent).isEmpty();
    }

    @Test
    void lastWakeUpIsSentWhenItIsClosed() throws Exception {
        sender.start();
        sender.enqueue(WORK);
        sent.take();
        sender.enqueue(ENDS);
        awaitClockReads(2);

        sender.close();

        assertThat(List.copyOf(sent)).containsExactly(NotifyPayload.of("self", ENDS));
    }

    /** Returns when the sender has read the clock so often, and gone on. */
    private void awaitClockReads(int more) {
        long enough = clockReads.get() + more;
        while (clockReads.get() < enough) {
            Thread.onSpinWait();
        }
    }

    /** Whatever is bound as the payload and carried out counts as sent. */
    private <T> T proxy(Class<T> type) {
        var payload = new StringBuilder();
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "getConnection" -> proxy(Connection.class);
                        case "prepareStatement" -> proxy(PreparedStatement.class);
                        case "setString" -> note(payload, arguments);
                        case "execute" -> sent.add(payload.toString());
                        case "getNetworkTimeout" -> 0;
                        case "isClosed" -> false;
                        default -> null;
                    };
                }));
    }

    private static @Nullable Object note(StringBuilder payload, Object[] arguments) {
        payload.setLength(0);
        payload.append(arguments[1]);
        return null;
    }
}

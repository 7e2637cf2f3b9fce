package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Peal;
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
class RingerTest {
    private static final Peal WORK = new Peal(true, false, false, false, false, Peal.NO_ALARM);
    private static final Peal ENDS = new Peal(false, true, false, false, false, Peal.NO_ALARM);
    private static final int MANY = 100;

    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private final AtomicLong time = new AtomicLong();
    private final AtomicLong looks = new AtomicLong();
    private final Ringer ringer = new Ringer(proxy(DataSource.class), "bell", "self", () -> {
        looks.incrementAndGet();
        return time.get();
    });

    @Test
    void ringsOfAnIntervalAreOneNotification() throws Exception {
        ringer.start();
        ringer.ring(WORK);
        assertThat(sent.take()).as("at once").isEqualTo(PealText.of("self", WORK));

        for (int i = 0; i < MANY; i++) {
            ringer.ring(i % 2 == 0 ? WORK : ENDS);
            awaitLooks(2);
        }
        assertThat(sent).as("within the interval").isEmpty();

        time.addAndGet(Ringer.PAUSE_NANOS);
        assertThat(sent.take()).isEqualTo(PealText.of("self", WORK.and(ENDS)));
        ringer.close();
        assertThat(sent).isEmpty();
    }

    @Test
    void whatWasRungLastGoesOutWhenItIsClosed() throws Exception {
        ringer.start();
        ringer.ring(WORK);
        sent.take();
        ringer.ring(ENDS);
        awaitLooks(2);

        ringer.close();

        assertThat(List.copyOf(sent)).containsExactly(PealText.of("self", ENDS));
    }

    /** Returns when the ringer has looked at the time so often, and gone on. */
    private void awaitLooks(int more) {
        long enough = looks.get() + more;
        while (looks.get() < enough) {
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

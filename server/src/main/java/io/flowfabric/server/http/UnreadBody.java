package io.flowfabric.server.http;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.http.BadMessageException;

/**
 * What the client of a refused request is sending anyway. Many look for an answer only when they have sent everything, and
 * take the end of the connection for a fault, so it is read and thrown away. One that waits for the answer is not waited
 * for, and strangers hold only a few threads this way, each for a moment.
 */
final class UnreadBody {
    private static final long MOST_BYTES = 4L << 20;
    private static final long QUIET_NANOS = Duration.ofMillis(200).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(2).toNanos();
    private static final Semaphore AT_ONCE = new Semaphore(20);

    private UnreadBody() {}

    static void discard(HttpServletRequest request) {
        boolean none = request.getContentLengthLong() <= 0 && request.getHeader("Transfer-Encoding") == null;
        // Looking for the body would tell such a client to send it.
        boolean waits = request.getHeader("Expect") != null;
        if (none || waits || !AT_ONCE.tryAcquire()) {
            return;
        }
        try {
            long announced = request.getContentLengthLong();
            read(request.getInputStream(), announced < 0 ? MOST_BYTES : Math.min(announced, MOST_BYTES));
        } catch (IOException | BadMessageException broken) {
            // It is refused in any case.
        } finally {
            AT_ONCE.release();
        }
    }

    private static void read(ServletInputStream in, long most) throws IOException {
        long left = most;
        long begun = System.nanoTime();
        long heard = begun;
        while (left > 0 && !in.isFinished()) {
            long now = System.nanoTime();
            if (in.available() > 0) {
                left -= in.skip(Math.min(left, in.available()));
                heard = now;
            } else if (now - heard > QUIET_NANOS) {
                return;
            } else {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            if (now - begun > LONGEST_NANOS) {
                return;
            }
        }
    }
}

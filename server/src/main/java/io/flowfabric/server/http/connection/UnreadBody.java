package io.flowfabric.server.http.connection;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.ee10.servlet.HttpInput;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpException;

/**
 * The rest of a refused request that its client is still sending. Many clients read the answer only after they have
 * sent everything, and lose it if the connection closes meanwhile. So the rest is read and discarded after the answer
 * was written, which delays no client that reads it at once. At most a few threads do this, each for a moment.
 */
public final class UnreadBody {
    private static final long MOST_BYTES = 4L << 20;
    private static final long AT_HAND = 1L << 16;
    private static final long QUIET_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();
    private static final int MOST_AT_ONCE = 20;
    private static final Semaphore AT_ONCE = new Semaphore(MOST_AT_ONCE);

    private UnreadBody() {}

    /** How many threads are reading the rest of a request now. */
    static int readers() {
        return MOST_AT_ONCE - AT_ONCE.availablePermits();
    }

    /**
     * Whether all of it was read. An answer before that closes the connection, and must announce so: the client might
     * send another request while the server waits for the rest, perhaps in vain.
     */
    public static boolean isRead(HttpServletRequest request) {
        var in = ServletContextRequest.getServletContextRequest(request).getHttpInput();
        long announced = request.getContentLengthLong();
        if (isNone(request) || !isOpen(in, announced)) {
            return true;
        }
        if (isHeldBack(request)) {
            return false;
        }
        try {
            // Bytes that have arrived already cost nothing to read.
            for (long left = AT_HAND; left > 0 && isOpen(in, announced) && in.available() > 0; ) {
                left -= in.skip(Math.min(left, in.available()));
            }
        } catch (IOException | HttpException.RuntimeException broken) {
            return false;
        }
        return !isOpen(in, announced);
    }

    private static boolean isOpen(HttpInput in, long announced) {
        return !in.isFinished() && (announced < 0 || in.getContentConsumed() < announced);
    }

    private static boolean isNone(HttpServletRequest request) {
        return request.getContentLengthLong() <= 0 && request.getHeader("Transfer-Encoding") == null;
    }

    /** A client that expects 100-continue would send its body as soon as it is read. */
    private static boolean isHeldBack(HttpServletRequest request) {
        return request.getHeader("Expect") != null;
    }

    /** Flushes the answer and reads the rest of the request. */
    public static void discard(HttpServletRequest request, HttpServletResponse response) {
        long announced = request.getContentLengthLong();
        if (isNone(request) || isHeldBack(request) || !AT_ONCE.tryAcquire()) {
            return;
        }
        try {
            var in = request.getInputStream();
            if (!in.isFinished()) {
                response.flushBuffer();
                read(in, announced < 0 ? MOST_BYTES : Math.min(announced, MOST_BYTES));
            }
        } catch (IOException | HttpException.RuntimeException broken) {
            // The request was refused in any case.
        } finally {
            AT_ONCE.release();
        }
    }

    private static void read(ServletInputStream in, long most) throws IOException {
        long left = most;
        long begun = System.nanoTime();
        long heard = begun;
        long now = begun;
        while (left > 0 && !in.isFinished() && now - heard < QUIET_NANOS && now - begun < LONGEST_NANOS) {
            if (in.available() > 0) {
                left -= in.skip(Math.min(left, in.available()));
                heard = now;
            } else if (hasEnded(in)) {
                return;
            } else {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            now = System.nanoTime();
        }
    }

    /** Whether Jetty reports the end of the body or of the connection. Does not block. */
    private static boolean hasEnded(ServletInputStream in) throws IOException {
        return in instanceof HttpInput input && input.hasContent() && in.read() < 0;
    }
}

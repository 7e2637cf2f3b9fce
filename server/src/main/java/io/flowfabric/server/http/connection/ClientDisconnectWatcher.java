package io.flowfabric.server.http.connection;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Notices that the client of a parked request disconnects. Jetty does not read from a connection while its request is
 * being answered, so the end would go unnoticed; this class registers for readability, and what becomes readable is the
 * end of the stream. If it is the next request of a pipelining client, one byte of it is lost: the connection is then
 * closed after this answer, and the client repeats the request on another one, as HTTP requires of it.
 *
 * <p>Belongs to a request of HTTP/1.1 whose body was read. It must be {@link #end ended} before the answer is written.
 */
public final class ClientDisconnectWatcher {
    private final AbstractEndPoint endPoint;
    private final Runnable whenGone;
    private boolean ended;
    private boolean spoiled;

    private ClientDisconnectWatcher(AbstractEndPoint endPoint, Runnable whenGone) {
        this.endPoint = endPoint;
        this.whenGone = whenGone;
    }

    /** Starts watching; runs the action once if the client disconnects before the watch ends. */
    public static ClientDisconnectWatcher over(HttpServletRequest request, Runnable whenGone) {
        var endPoint = (AbstractEndPoint) ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        var watch = new ClientDisconnectWatcher(endPoint, whenGone);
        endPoint.tryFillInterested(watch.new Reading());
        return watch;
    }

    /** Ends the watch; answers whether the connection can serve another request. */
    public synchronized boolean end() {
        ended = true;
        // The connection reads again once the request is answered, and must not find another reader registered.
        endPoint.getFillInterest().onFail(new CancellationException("The request is answered"));
        return !spoiled;
    }

    /** Checks whether the client has disconnected, which the callback may not have reported yet. */
    public synchronized boolean isGone() {
        if (ended || spoiled) {
            return false;
        }
        var one = BufferUtil.allocate(1);
        try {
            int read = endPoint.fill(one);
            spoiled = read > 0;
            return read < 0;
        } catch (IOException broken) {
            return true;
        }
    }

    private final class Reading implements Callback {
        @Override
        public void succeeded() {
            if (isGone()) {
                whenGone.run();
            } else {
                watchOn();
            }
        }

        /** The connection broke, or the watch ended. */
        @Override
        public void failed(Throwable cause) {
            boolean over;
            synchronized (ClientDisconnectWatcher.this) {
                over = ended;
            }
            if (!over && !endPoint.isOpen()) {
                whenGone.run();
            }
        }

        private void watchOn() {
            synchronized (ClientDisconnectWatcher.this) {
                if (!ended && !spoiled) {
                    endPoint.tryFillInterested(this);
                }
            }
        }
    }
}

package io.flowfabric.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Notices that the client of a parked request goes away. Nobody reads from a connection whose request is being answered,
 * so its end would go unnoticed; this asks to be told when there is something to read, and what is there to read is the
 * end. Should it be the next request of a client that does not wait for answers, one byte of it is lost: the connection is
 * then closed after this answer, and the client repeats the next request on another one, as it has to be able to.
 *
 * <p>Belongs to a request of HTTP/1.1 whose body was read. It must be {@link #end ended} before the answer is written.
 */
public final class ClientWatch {
    private final AbstractEndPoint endPoint;
    private final Runnable whenGone;
    private boolean ended;
    private boolean spoiled;

    private ClientWatch(AbstractEndPoint endPoint, Runnable whenGone) {
        this.endPoint = endPoint;
        this.whenGone = whenGone;
    }

    /** Watches from now on; runs something once if the client goes away before the watch ends. */
    public static ClientWatch over(HttpServletRequest request, Runnable whenGone) {
        var endPoint = (AbstractEndPoint) ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        var watch = new ClientWatch(endPoint, whenGone);
        endPoint.tryFillInterested(watch.new Reading());
        return watch;
    }

    /** Ends the watch; answers whether the connection can serve another request. */
    public synchronized boolean end() {
        ended = true;
        // The connection reads on once the request is answered, and must not find somebody else waiting for bytes.
        endPoint.getFillInterest().onFail(new CancellationException("The request is answered"));
        return !spoiled;
    }

    /** Looks whether the client has gone, for it may have without anybody having been told yet. */
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
            synchronized (ClientWatch.this) {
                over = ended;
            }
            if (!over && !endPoint.isOpen()) {
                whenGone.run();
            }
        }

        private void watchOn() {
            synchronized (ClientWatch.this) {
                if (!ended && !spoiled) {
                    endPoint.tryFillInterested(this);
                }
            }
        }
    }
}

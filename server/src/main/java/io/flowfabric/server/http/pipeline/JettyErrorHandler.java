package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route.Style;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Answers requests that reach no route, in the common error format: malformed HTTP, and requests during the shutdown.
 */
public final class JettyErrorHandler extends ErrorHandler {
    private static final String JSON = "application/json";

    /** Jetty itself refuses with 503 only during the shutdown. */
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        // The bytes that follow on the connection may not be a request.
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
        response.getHeaders().put(Exchange.NO_SNIFFING, "nosniff");
        if (status == HttpStatus.NOT_FOUND_404) {
            response.write(true, BufferUtil.EMPTY_BUFFER, callback);
            return true;
        }
        var problem =
                status == HttpStatus.SERVICE_UNAVAILABLE_503 ? stopping() : malformed(status, reason(request, status));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, JSON);
        response.write(true, ByteBuffer.wrap(body(problem)), callback);
        return true;
    }

    private static String reason(Request request, int status) {
        return request.getAttribute(ERROR_MESSAGE) instanceof String given ? given : HttpStatus.getMessage(status);
    }

    private static Problem stopping() {
        return new Problem(
                HttpStatus.SERVICE_UNAVAILABLE_503,
                "unavailable",
                "unavailable",
                false,
                "unavailable: the server is shutting down",
                Problem.Detail.of(Problem.Classification.KIND));
    }

    private static Problem malformed(int status, String reason) {
        return Problem.invalidRequest(status, "malformed_request", "malformed HTTP request: " + reason);
    }

    private static byte[] body(Problem problem) {
        return problem.body(Style.REMOTE).toString().getBytes(StandardCharsets.UTF_8);
    }
}

package io.flowfabric.server.http;

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

/** Answers requests that never reach a route, in the form of all errors: what is no HTTP, and what comes while the server stops. */
public final class UnreadRequests extends ErrorHandler {
    private static final String JSON = "application/json";

    /** Jetty itself refuses with 503 only, once it was told to stop; what leads nowhere is answered with a status alone. */
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        // What follows on the connection may be no request.
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
                Problem.Detail.of(Problem.Told.KIND));
    }

    private static Problem malformed(int status, String reason) {
        return Problem.invalidRequest(status, "malformed_request", "not HTTP as the server knows it: " + reason);
    }

    private static byte[] body(Problem problem) {
        return problem.body(Style.REMOTE).toString().getBytes(StandardCharsets.UTF_8);
    }
}

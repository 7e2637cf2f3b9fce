package io.flowfabric.server.http;

import io.flowfabric.server.http.Route.Style;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.jspecify.annotations.Nullable;

/** Answers requests that never reach a route, in the form of all errors: what is no HTTP, and what comes while the server stops. */
public final class UnreadRequests extends ErrorHandler {
    private static final String JSON = "application/json";

    /** Jetty itself refuses with this status only, once it was told to stop. */
    @Override
    public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        base.setHandled(true);
        byte[] body = body(
                response.getStatus() == HttpStatus.SERVICE_UNAVAILABLE_503
                        ? stopping()
                        : malformed(response.getStatus(), HttpStatus.getMessage(response.getStatus())));
        response.setContentType(JSON);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    @Override
    public ByteBuffer badMessageError(int status, @Nullable String reason, HttpFields.Mutable fields) {
        fields.put(HttpHeader.CONTENT_TYPE, JSON);
        return ByteBuffer.wrap(body(malformed(status, reason == null ? HttpStatus.getMessage(status) : reason)));
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

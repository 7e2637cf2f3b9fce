package io.flowfabric.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.server.http.connection.DeadlineConnector;
import io.flowfabric.server.http.connection.UnreadBody;
import io.flowfabric.wire.AnswerBody;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request and its answer. Used by one thread at a time. */
public final class Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final String JSON = "application/json";

    /** Tells browsers not to guess the type of an answer. */
    public static final String NO_SNIFFING = "X-Content-Type-Options";

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final Route route;
    private final Map<String, String> variables;
    private final List<Runnable> afterwards = new ArrayList<>();
    private Principal principal = Principal.ANYBODY;
    private byte[] body = {};
    private boolean later;

    /** @param variables the values of the variables in the route's template, as they were sent */
    public Exchange(
            HttpServletRequest request, HttpServletResponse response, Route route, Map<String, String> variables) {
        this.request = request;
        this.response = response;
        this.route = route;
        this.variables = variables;
        answerHeader(NO_SNIFFING, "nosniff");
    }

    public Route route() {
        return route;
    }

    /** The principal that makes the request. */
    public Principal principal() {
        return principal;
    }

    public void admit(Principal admitted) {
        principal = admitted;
    }

    /** The body; empty unless the method has one. It has passed the limit of the route. */
    public byte[] body() {
        return body;
    }

    void body(byte[] read) {
        body = read;
    }

    public String method() {
        return request.getMethod();
    }

    /**
     * The value of a variable of the route's template, decoded once.
     *
     * @throws Problem if the path is not encoded in UTF-8
     */
    public String pathVariable(String name) {
        PercentEncoding.require("path", request.getRequestURI());
        return PercentEncoding.decode(variables.get(name));
    }

    /** @throws Problem if the query has a percent sign that encodes nothing, or is not encoded in UTF-8 */
    public Optional<String> query(String name) {
        String query = request.getQueryString();
        if (query == null) {
            return Optional.empty();
        }
        PercentEncoding.require("query", query);
        return PercentEncoding.parameter(query, name);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeader(name));
    }

    /** The servlet request. */
    public HttpServletRequest request() {
        return request;
    }

    /** The servlet response. */
    public HttpServletResponse response() {
        return response;
    }

    /** The id of the request, as in the answer; empty before it has one. */
    public String requestId() {
        return Optional.ofNullable(response.getHeader(RequestIds.HEADER)).orElse("");
    }

    /** When the request arrived, by the clock of the machine, in milliseconds. */
    public long arrivedAt() {
        return Request.getTimeStamp(jettyRequest());
    }

    /** How many bytes of the body of the answer were written so far. */
    public long bytesAnswered() {
        return Response.getContentBytesWritten(jettyRequest().getServletContextResponse());
    }

    private ServletContextRequest jettyRequest() {
        return ServletContextRequest.getServletContextRequest(request);
    }

    public int status() {
        return response.getStatus();
    }

    /** Sets a header of the answer. */
    public void answerHeader(String name, String value) {
        response.setHeader(name, value);
    }

    /** Answers with serialized JSON. */
    public void answer(int status, byte[] json) throws IOException {
        answer(status, JSON, json);
    }

    /**
     * Answers with JSON that is serialized while it is sent, unless it is short.
     *
     * @throws IOException when the client has gone, or reads too slowly
     */
    public void answer(int status, AnswerBody json) throws IOException {
        announceTheEnd();
        response.setStatus(status);
        response.setContentType(JSON);
        response.setContentLengthLong(json.length());
        DeadlineConnector.write(request, () -> {
            json.writeTo(response.getOutputStream());
            response.flushBuffer();
        });
    }

    /** Answers with bytes of a type. */
    public void answer(int status, String type, byte[] bytes) throws IOException {
        announceTheEnd();
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(bytes.length);
        DeadlineConnector.write(request, () -> {
            response.getOutputStream().write(bytes);
            response.flushBuffer();
        });
    }

    /** Begins a streaming answer; the writer flushes it. */
    public ServletOutputStream answerStream(String type) throws IOException {
        response.setStatus(200);
        response.setContentType(type);
        return response.getOutputStream();
    }

    /** Answers with JSON. */
    public void answer(int status, JsonNode body) throws IOException {
        answer(status, FlowFabricJson.mapper().writeValueAsBytes(body));
    }

    /** Answers without a body. */
    public void answerEmpty(int status) {
        announceTheEnd();
        response.setStatus(status);
        response.setContentType("text/plain");
        response.setContentLength(0);
    }

    /**
     * Answers with an error. Once an answer is in flight the failure is the client's, which has gone or does not read.
     */
    public void answer(Exception failure) {
        if (failure instanceof IOException && response.isCommitted()) {
            LOG.debug("{} {} was not answered: {}", method(), route.template(), failure.toString());
        } else {
            answer(Problem.of(failure));
        }
    }

    /** Answers with an error, unless an answer is in flight already. */
    private void answer(Problem problem) {
        if (response.isCommitted()) {
            return;
        }
        if (problem.status() == 401) {
            answerHeader("WWW-Authenticate", "Bearer");
        }
        problem.retryAfter()
                .ifPresent(wait ->
                        answerHeader("Retry-After", Long.toString(Math.max(1, (wait.toMillis() + 999) / 1000))));
        try {
            answer(problem.status(), problem.body(route.style()));
        } catch (IOException gone) {
            LOG.debug("{} {} was not told that it failed: {}", method(), route.template(), gone.toString());
        }
    }

    /** If the request body was not read, the connection closes after this answer. */
    private void announceTheEnd() {
        if (!UnreadBody.isRead(request)) {
            answerHeader("Connection", "close");
        }
    }

    /**
     * Defers the answer to the completion of this future, on the completing thread; the request's thread is free
     * meanwhile. A failure is answered as an error.
     */
    public void later(CompletableFuture<?> answered) {
        later(answered, () -> {});
    }

    /** The same; {@code begin} runs once the answer can be written without blocking. */
    public void later(CompletableFuture<?> answered, Runnable begin) {
        later = true;
        var async = request.startAsync();
        async.setTimeout(0);
        begin.run();
        answered.whenComplete((done, failure) -> {
            try {
                if (failure != null) {
                    answer(Problem.of(failure));
                }
                runAfterwards();
            } finally {
                complete(async);
            }
        });
    }

    /** A request whose connection broke has ended already. */
    private void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (IllegalStateException ended) {
            LOG.debug("{} {} had ended before it was answered", method(), route.template(), ended);
        }
    }

    /** Runs a task once the request was answered, on the thread that answered it. Its exceptions are logged. */
    public void whenAnswered(Runnable task) {
        if (later) {
            throw new IllegalStateException("Register the task before the request is passed on");
        }
        afterwards.add(task);
    }

    /** Ends the exchange unless its answer was deferred; answers whether it has ended. */
    public boolean endUnlessLater() {
        if (!later) {
            runAfterwards();
        }
        return !later;
    }

    private void runAfterwards() {
        for (Runnable task : afterwards) {
            try {
                task.run();
            } catch (RuntimeException unable) {
                LOG.warn("{} {} was answered, but an observer failed", method(), route.template(), unable);
            }
        }
    }
}

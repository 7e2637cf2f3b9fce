package io.flowfabric.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.wire.AnswerBody;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

    /** Browsers take an answer for what it says it is. */
    static final String NO_SNIFFING = "X-Content-Type-Options";

    private final Context context;
    private final Route route;
    private final List<Runnable> afterwards = new ArrayList<>();
    private Principal principal = Principal.ANYBODY;
    private byte[] body = {};
    private boolean later;

    Exchange(Context context, Route route) {
        this.context = context;
        this.route = route;
        answerHeader(NO_SNIFFING, "nosniff");
    }

    public Route route() {
        return route;
    }

    /** Who makes the request. */
    public Principal principal() {
        return principal;
    }

    void admit(Principal admitted) {
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
        return context.req().getMethod();
    }

    /**
     * The value of a variable of the route's template, decoded once.
     *
     * @throws Problem if the path is not encoded in UTF-8
     */
    public String pathVariable(String name) {
        PercentEncoding.require("path", context.req().getRequestURI());
        return context.pathParam(name);
    }

    /** @throws Problem if the query has a percent sign that encodes nothing, or is not encoded in UTF-8 */
    public Optional<String> query(String name) {
        if (context.queryString() != null) {
            PercentEncoding.require("query", context.queryString());
        }
        return Optional.ofNullable(context.queryParam(name));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(context.req().getHeader(name));
    }

    /** The request as servlets know it. */
    public HttpServletRequest request() {
        return context.req();
    }

    /** The id of the request, as the answer names it; empty before it has one. */
    public String requestId() {
        return Optional.ofNullable(context.res().getHeader(RequestIds.HEADER)).orElse("");
    }

    /** When the request came, by the clock of the machine, in milliseconds. */
    public long arrivedAt() {
        return Request.getTimeStamp(jettyRequest());
    }

    /** How many bytes of the body of the answer were written so far. */
    public long bytesAnswered() {
        return Response.getContentBytesWritten(jettyRequest().getServletContextResponse());
    }

    private ServletContextRequest jettyRequest() {
        return ServletContextRequest.getServletContextRequest(context.req());
    }

    public int status() {
        return context.res().getStatus();
    }

    /** Sets a header of the answer. */
    public void answerHeader(String name, String value) {
        context.res().setHeader(name, value);
    }

    /** Answers with JSON that is written already. */
    public void answer(int status, byte[] json) throws IOException {
        answer(status, JSON, json);
    }

    /**
     * Answers with JSON that is written while it is sent, unless it is short.
     *
     * @throws IOException when the client has gone, or took too long
     */
    public void answer(int status, AnswerBody json) throws IOException {
        announceTheEnd();
        var response = context.res();
        response.setStatus(status);
        response.setContentType(JSON);
        response.setContentLengthLong(json.length());
        PunctualConnector.write(context.req(), () -> {
            json.writeTo(response.getOutputStream());
            response.flushBuffer();
        });
    }

    /** Answers with bytes of a type. */
    public void answer(int status, String type, byte[] bytes) throws IOException {
        announceTheEnd();
        var response = context.res();
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(bytes.length);
        PunctualConnector.write(context.req(), () -> {
            response.getOutputStream().write(bytes);
            response.flushBuffer();
        });
    }

    /** Begins an answer that goes on and on; what is written to it is flushed by whoever writes. */
    public ServletOutputStream answerStream(String type) throws IOException {
        context.res().setStatus(200);
        context.res().setContentType(type);
        return context.res().getOutputStream();
    }

    /** Answers with JSON. */
    public void answer(int status, JsonNode body) throws IOException {
        answer(status, FlowFabricJson.mapper().writeValueAsBytes(body));
    }

    /** Answers with a status alone. */
    public void answerEmpty(int status) {
        announceTheEnd();
        context.res().setStatus(status);
        context.res().setContentLength(0);
    }

    /** Answers with what went wrong. Once an answer is on its way, that is its client, which has gone or does not read. */
    void answer(Exception failure) {
        if (failure instanceof IOException && context.res().isCommitted()) {
            LOG.debug("{} {} was not answered: {}", method(), route.template(), failure.toString());
        } else {
            answer(Problem.of(failure));
        }
    }

    /** Answers with what went wrong, unless an answer is on its way already. */
    private void answer(Problem problem) {
        if (context.res().isCommitted()) {
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

    /** An answer to a request that was not read is the last one on its connection. */
    private void announceTheEnd() {
        if (!UnreadBody.isRead(context.req())) {
            answerHeader("Connection", "close");
        }
    }

    /**
     * The request is answered when this completes, by whoever completes it; its thread is free meanwhile. A failure
     * becomes an answer.
     */
    public void later(CompletableFuture<?> answered) {
        later(answered, () -> {});
    }

    /** The same; {@code begin} runs once the answer may be written without waiting for the client. */
    public void later(CompletableFuture<?> answered, Runnable begin) {
        later = true;
        var ended = answered.handle((done, failure) -> {
            if (failure != null) {
                answer(Problem.of(failure));
            }
            runAfterwards();
            return done;
        });
        context.future(() -> {
            begin.run();
            return ended;
        });
    }

    /** Runs something once the request was answered, on the thread that answered it. What it throws is logged. */
    public void whenAnswered(Runnable task) {
        if (later) {
            throw new IllegalStateException("Register before the request is handed on");
        }
        afterwards.add(task);
    }

    /** Ends it if it was answered by now; answers whether it was. */
    boolean endUnlessLater() {
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
                LOG.warn("{} {} was answered but not observed", method(), route.template(), unable);
            }
        }
    }
}

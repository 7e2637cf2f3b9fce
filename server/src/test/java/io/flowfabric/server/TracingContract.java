package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One server takes the submission and another hands it out, each with spans of its own. */
@Timeout(60)
abstract class TracingContract extends ServerSuite {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String CREATE =
            "{'namespace':'shop','execution_kind':'charge','lane_id':'main','input_payload':{'text':'s3cret'}}";

    private final RecordedSpans front = new RecordedSpans();
    private final RecordedSpans back = new RecordedSpans();

    private HttpCaller traced(RecordedSpans spans) {
        return new HttpCaller(another(ServerConfig.LOOPBACK.withTelemetry(Telemetry.NONE.withTracing(spans)))
                .address());
    }

    private HttpAnswer submit(HttpCaller http) {
        return http.send(http.post("create_execution", CREATE)
                        .header("traceparent", "00-%s-%s-01".formatted(TRACE, CALLER)))
                .join();
    }

    @Test
    void submissionClaimAndCompletionAreOneTraceAcrossServers() {
        submit(traced(front)).variant("Created");
        var worker = traced(back);
        var claim = worker.call("claim", claim(",'max_wait_ms':20000")).variant("Claimed");
        worker.call("complete", "{'handle':'%s'}".formatted(claim.get("handle").textValue()));

        var request = front.await("POST /v1/ops/create_execution");
        assertThat(request.getTraceId()).isEqualTo(TRACE);
        assertThat(request.getParentSpanId()).isEqualTo(CALLER);
        var submission = front.await("ff.create_execution");
        assertThat(submission.getParentSpanId()).isEqualTo(request.getSpanId());
        var claimed = back.await("ff.claimed");
        assertThat(claimed.getTraceId()).isEqualTo(TRACE);
        assertThat(claimed.getParentSpanId()).isEqualTo(submission.getSpanId());
        var completed = back.await("ff.completed");
        assertThat(completed.getTraceId()).isEqualTo(TRACE);
        assertThat(completed.getParentSpanId()).isEqualTo(claimed.getSpanId());
        assertThat(completed.getLinks())
                .extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly(back.await("ff.complete").getSpanId());
    }

    @Test
    void workerInAnyLanguageGetsTheTraceWithItsClaimAndCanSendItBack() {
        submit(traced(front)).variant("Created");
        var worker = traced(back);
        var claim = worker.call("claim", claim("")).variant("Claimed");
        String place = claim.at("/tags").get("flowfabric.traceparent").textValue();

        assertThat(place).startsWith("00-" + TRACE);
        worker.send(worker.post(
                                "progress",
                                "{'handle':'%s','percent':1}"
                                        .formatted(claim.get("handle").textValue()))
                        .header("traceparent", place))
                .join();
        assertThat(back.await("ff.progress").getTraceId()).isEqualTo(TRACE);
    }

    @Test
    void spanOfARequestSaysHowItWasAnswered() {
        var refused = traced(front).call("describe_execution", "{'execution_id':'nonsense'}");

        var span = front.await("POST /v1/ops/describe_execution");
        assertThat(span.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
                .isEqualTo(refused.status());
        assertThat(span.getAttributes().get(AttributeKey.stringKey("http.route")))
                .isEqualTo("/v1/ops/describe_execution");
    }

    @Test
    void operationThatFindsNothingHasASpanToo() {
        var nothing = traced(front)
                .call("describe_execution", "{'execution_id':'{fp:7}:11111111-1111-4111-8111-111111111111'}");

        assertThat(nothing.body().isNull()).isTrue();
        assertThat(front.await("ff.describe_execution").getAttributes().get(AttributeKey.stringKey("execution_id")))
                .isEqualTo("{fp:7}:11111111-1111-4111-8111-111111111111");
    }

    @Test
    void serverWithoutTracingAddsNoTag() {
        submit(http).variant("Created");

        var claim = http.call("claim", claim("")).variant("Claimed");
        assertThat(claim.path("tags")).isEmpty();
    }
}

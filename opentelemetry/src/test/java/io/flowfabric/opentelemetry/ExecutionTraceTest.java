package io.flowfabric.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.Submitted;
import io.flowfabric.sdk.config.FabricOptions;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One fabric submits and another works, each with spans of its own, as in two processes. */
@Timeout(60)
class ExecutionTraceTest {
    @TempDir
    Path directory;

    private final RecordedSpans shop = new RecordedSpans();
    private final RecordedSpans plant = new RecordedSpans();
    private final EngineTracing tracing = new EngineTracing(plant.openTelemetry());
    private FlowFabric submitter;
    private FlowFabric worker;

    @BeforeEach
    void open() {
        String store = "sqlite:" + directory.resolve("test.db");
        submitter = FlowFabric.open(store, FabricOptions.DEFAULT.withLayer(new EngineTracing(shop.openTelemetry())));
        worker = FlowFabric.open(store, FabricOptions.DEFAULT.withLayer(tracing));
    }

    @AfterEach
    void close() {
        worker.close();
        submitter.close();
    }

    @Test
    void submissionRunAndCompletionAreOneTraceAcrossFabrics() throws Exception {
        var inner = new CompletableFuture<String>();
        var working = worker.worker("orders")
                .on("echo", String.class, tracing.traced((task, text) -> {
                    inner.complete(Span.current().getSpanContext().getTraceId());
                    return text;
                }))
                .start();
        var request =
                shop.openTelemetry().getTracer("test").spanBuilder("request").startSpan();
        var scope = request.makeCurrent();
        var submitted = submitter.submit("orders", "echo", "hello");
        scope.close();
        submitted.await(String.class, Duration.ofSeconds(30));
        working.close();

        var submission = shop.only("ff.create_execution");
        var claimed = plant.only("ff.claimed");
        assertThat(submission.getTraceId()).isEqualTo(request.getSpanContext().getTraceId());
        assertThat(claimed.getTraceId()).isEqualTo(submission.getTraceId());
        assertThat(claimed.getParentSpanId()).isEqualTo(submission.getSpanId());
        assertThat(plant.only("ff.completed").getTraceId()).isEqualTo(submission.getTraceId());
        assertThat(plant.only("ff.run").getParentSpanId()).isEqualTo(claimed.getSpanId());
        assertThat(inner.join()).isEqualTo(submission.getTraceId());
    }

    @Test
    void claimLinksToTheCallThatMadeIt() {
        submitter.submit("orders", "echo", "hello");
        ClaimOutcome found = worker.engine().callAsync(Catalogue.CLAIM, claim()).join();

        assertThat(found.claims()).hasSize(1);
        var call = plant.await("ff.claim");
        assertThat(plant.only("ff.claimed").getLinks())
                .extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly(call.getSpanId());
    }

    @Test
    void callThatWaitsEndsItsSpanWhenItIsAnswered() {
        var found = worker.engine().callAsync(Catalogue.CLAIM, claim());
        assertThat(plant.all()).extracting(SpanData::getName).doesNotContain("ff.claim");

        submitter.submit("orders", "echo", "hello");
        assertThat(found.join().claims()).hasSize(1);

        assertThat(plant.await("ff.claim").hasEnded()).isTrue();
    }

    @Test
    void submitterWithATraceOfItsOwnKeepsIt() {
        String place = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var submitted = submitter
                .submission("orders", "echo")
                .tag(TraceTags.TRACEPARENT, place)
                .payload("hello")
                .submit();

        assertThat(tags(submitted)).containsEntry(TraceTags.TRACEPARENT, place);
        worker.engine().call(Catalogue.CLAIM, claim());
        assertThat(plant.only("ff.claimed").getTraceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    private Map<String, String> tags(Submitted execution) {
        return submitter
                .engine()
                .call(Catalogue.READ_EXECUTION_CONTEXT, new ExecutionRef(execution.id()))
                .tags();
    }

    private static ClaimRequest claim() {
        return new ClaimRequest(
                new LaneId("orders"),
                new WorkerId("w"),
                new WorkerInstanceId("w-1"),
                CapabilitySet.EMPTY,
                Optional.empty(),
                30_000,
                30_000,
                1);
    }
}

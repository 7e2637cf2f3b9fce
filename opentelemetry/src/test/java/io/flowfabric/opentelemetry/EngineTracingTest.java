package io.flowfabric.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineTracingTest {
    private static final Handle DAMAGED = new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, new byte[] {9});

    private final RecordedSpans spans = new RecordedSpans();
    private final FlowFabric fabric = FlowFabric.open(
            "sqlite::memory:", FabricOptions.DEFAULT.withLayer(new EngineTracing(spans.openTelemetry())));

    @AfterEach
    void close() {
        fabric.close();
    }

    private static String attribute(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }

    @Test
    void readThatFindsNothingOpensItsSpan() {
        var unknown = ExecutionId.parse("{fp:7}:00000000-0000-4000-8000-000000000001");

        assertThat(fabric.engine().call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(unknown)))
                .isEmpty();

        var span = spans.only("ff.describe_execution");
        assertThat(attribute(span, "execution_id")).isEqualTo(unknown.toString());
        assertThat(attribute(span, "backend")).isEqualTo("java-sqlite");
        assertThat(span.getAttributes().get(AttributeKey.booleanKey("ok"))).isTrue();
    }

    @Test
    void callsOfAWorkerNameItsLeaseAndNothingOfThePayload() {
        fabric.worker("orders")
                .workerInstanceId("w-7")
                .on("echo", String.class, (task, text) -> {
                    task.progress(50, "half");
                    return text;
                })
                .start();
        var submitted = fabric.submit("orders", "echo", "s3cret");
        submitted.await(String.class, Duration.ofSeconds(30));

        var progress = spans.only("ff.progress");
        assertThat(attribute(progress, "execution_id")).isEqualTo(submitted.id().toString());
        assertThat(attribute(progress, "lane")).isEqualTo("orders");
        assertThat(attribute(progress, "worker_instance_id")).isEqualTo("w-7");
        assertThat(attribute(progress, "lease_epoch")).isEqualTo("1");
        assertThat(spans.all())
                .noneMatch(span -> span.getAttributes().toString().contains("s3cret"));
    }

    @Test
    void refusalSetsTheStatusWithItsCode() {
        assertThatThrownBy(() -> fabric.engine().call(Catalogue.RENEW, new RenewRequest(DAMAGED)))
                .isInstanceOf(EngineException.class);

        var span = spans.only("ff.renew");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(attribute(span, "error.type")).isEqualTo("corruption");
        assertThat(attribute(span, "category")).isEqualTo("validation");
    }

    @Test
    void operationWithinAnotherSpanIsItsChild() {
        var outer =
                spans.openTelemetry().getTracer("test").spanBuilder("request").startSpan();
        var scope = outer.makeCurrent();
        fabric.submit("orders", "echo", "hello");
        scope.close();

        assertThat(spans.only("ff.create_execution").getParentSpanId())
                .isEqualTo(outer.getSpanContext().getSpanId());
    }
}

package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.task.Retry;
import java.lang.reflect.Proxy;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid values are refused at once, by name and with the way out. */
class MisuseTest {
    private static final ExecutionId SOME = ExecutionId.parse("{fp:1}:00000000-0000-4000-8000-000000000001");

    record Null(String name, Consumer<FlowFabric> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Null> nulls() {
        return Stream.of(
                new Null("lane", fabric -> fabric.submission(null, "charge")),
                new Null("kind", fabric -> fabric.submission("orders", null)),
                new Null("payload", fabric -> begin(fabric).payload(null)),
                new Null("delay", fabric -> begin(fabric).delay(null)),
                new Null("delayUntil", fabric -> begin(fabric).delayUntil(null)),
                new Null("deadline", fabric -> begin(fabric).deadline(null)),
                new Null("idempotencyKey", fabric -> begin(fabric).idempotencyKey(null)),
                new Null("value", fabric -> begin(fabric).tag("acme.x", null)),
                new Null("retry", fabric -> begin(fabric).retry(null)),
                new Null("policy", fabric -> begin(fabric).policy(null)),
                new Null("id", fabric -> begin(fabric).id(null)),
                new Null("id", fabric -> fabric.execution(null)),
                new Null("connection", fabric -> begin(fabric).submit(null)),
                new Null("submissions", fabric -> fabric.submitAll(null)),
                new Null("lane", fabric -> fabric.worker("orders", null)),
                new Null("lane", fabric -> fabric.worker((String[]) null)),
                new Null("leaseTtl", fabric -> fabric.worker("orders").leaseTtl(null)),
                new Null("capability", fabric -> fabric.worker("orders").capabilities("gpu", null)),
                new Null("namespace", fabric -> fabric.worker("orders").namespace(null)),
                new Null("workerId", fabric -> fabric.worker("orders").workerId(null)),
                new Null("workerInstanceId", fabric -> fabric.worker("orders").workerInstanceId(null)),
                new Null("kind", fabric -> fabric.worker("orders").limit(null, 1)),
                new Null("name", fabric -> fabric.events(null)),
                new Null("type", fabric -> fabric.events("billing").on(null, event -> {})),
                new Null("handler", fabric -> fabric.events("billing").on(CompletionEvent.class, null)),
                new Null("handler", fabric -> fabric.events("billing").onFailure(null)),
                new Null("action", fabric -> fabric.events("billing").onGap(null)),
                new Null("key", fabric -> fabric.events("billing").tag(null, "c-1")),
                new Null("value", fabric -> fabric.events("billing").tag("acme.customer", null)),
                new Null("namespace", fabric -> fabric.events("billing").namespace(null)),
                new Null("leaseTtl", fabric -> fabric.events("billing").leaseTtl(null)),
                new Null("timeout", fabric -> fabric.execution(SOME).awaitEnd(null)),
                new Null("type", fabric -> fabric.execution(SOME).await((Class<String>) null, Duration.ZERO)),
                new Null("id", fabric -> fabric.admin().describe(null)),
                new Null("id", fabric -> fabric.admin().attempts(null)),
                new Null("id", fabric -> fabric.admin().cancel(null, "why")),
                new Null("reason", fabric -> fabric.admin().cancel(SOME, null)),
                new Null("id", fabric -> fabric.admin().replay(null)),
                new Null("id", fabric -> fabric.admin().changePriority(null, 1)),
                new Null("id", fabric -> fabric.admin().revoke(null, "why")),
                new Null("reason", fabric -> fabric.admin().revoke(SOME, null)),
                new Null("initial", fabric -> Retry.exponential(null)),
                new Null("wait", fabric -> Retry.fixed(null)),
                new Null("max", fabric -> Retry.fixed(Duration.ZERO).upTo(null)),
                new Null("category", fabric -> Retry.fixed(Duration.ZERO).onlyOn("io", null)),
                new Null("layer", fabric -> FabricOptions.DEFAULT.withLayer(null)),
                new Null("codec", fabric -> FabricOptions.DEFAULT.withCodec(null)),
                new Null("namespace", fabric -> FabricOptions.DEFAULT.withNamespace(null)),
                new Null("address", fabric -> FlowFabric.open((String) null)),
                new Null("dataSource", fabric -> FlowFabric.open((DataSource) null)));
    }

    @ParameterizedTest
    @MethodSource("nulls")
    void nullIsRefusedByItsName(Null given) {
        try (var fabric = FlowFabric.on(new FakeEngine(), FabricOptions.DEFAULT)) {
            assertThatThrownBy(() -> given.call().accept(fabric))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage(given.name());
        }
    }

    @Test
    void poolForAnotherKindOfDatabaseIsRefusedWithTheAddressToUse() {
        var dataSource = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> DriverManager.getConnection("jdbc:sqlite::memory:"));

        assertThatThrownBy(() -> FlowFabric.open(dataSource))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining(dataSource.getClass().getName())
                .hasMessageContaining("sqlite:path/to/file.db");
    }

    @Test
    void closedFabricSaysSo() {
        var fabric = FlowFabric.open("sqlite::memory:");
        fabric.close();

        assertThatThrownBy(() -> fabric.submit("orders", "charge", 1))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void payloadThatIsTooLargeIsRefusedWithItsSize() {
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            assertThatThrownBy(() -> fabric.submit("orders", "charge", new byte[(1 << 20) + 1]))
                    .isInstanceOfSatisfying(
                            EngineException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE))
                    .hasMessageContaining("1048577");
        }
    }

    @Test
    void failureNamesTheKindThatHasNoHandlerAndTheWayOut() {
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            fabric.worker("orders").on("charge", task -> Optional.empty()).start();

            assertThatThrownBy(() -> fabric.submit("orders", "refund", 1).await(String.class, Duration.ofSeconds(60)))
                    .isInstanceOf(ExecutionFailedException.class)
                    .hasMessageContaining("\"refund\"")
                    .hasMessageContaining("on(\"refund\", …)");
        }
    }

    @Test
    void reasonThatIsASentenceEndsWithOneStop() {
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            fabric.worker("orders")
                    .on("charge", Integer.class, (task, cents) -> cents)
                    .start();

            assertThatThrownBy(() -> fabric.submit("orders", "charge", "x").await(String.class, Duration.ofSeconds(60)))
                    .isInstanceOf(ExecutionFailedException.class)
                    .hasMessageContaining("java.lang.Integer")
                    .hasMessageNotContaining("..");
        }
    }

    private static SubmissionBuilder begin(FlowFabric fabric) {
        return fabric.submission("orders", "charge");
    }
}

package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.ValidationException;
import java.lang.reflect.Proxy;
import java.sql.DriverManager;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong is said at once, by its name and with the way out. */
class MisuseTest {
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
                new Null("address", fabric -> FlowFabric.open((String) null)),
                new Null("dataSource", fabric -> FlowFabric.open((DataSource) null)));
    }

    @ParameterizedTest
    @MethodSource("nulls")
    void nullIsRefusedByItsName(Null given) {
        try (var fabric = new FlowFabric(new FakeEngine(), FabricOptions.DEFAULT)) {
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

    private static SubmissionBuilder begin(FlowFabric fabric) {
        return fabric.submission("orders", "charge");
    }
}

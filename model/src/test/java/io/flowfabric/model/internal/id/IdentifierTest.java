package io.flowfabric.model.internal.id;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IdentifierTest {

    static Stream<Arguments> types() {
        return Stream.of(
                type("namespace", Namespace::new),
                type("worker_id", WorkerId::new),
                type("worker_instance_id", WorkerInstanceId::new),
                type("cursor_name", CursorName::new),
                type("subscriber_id", SubscriberId::new));
    }

    static Stream<Arguments> badNames() {
        return Stream.of(
                        "",
                        "x".repeat(257),
                        "é".repeat(129),
                        "a b",
                        "a\tb",
                        "a\u0000",
                        "a\u007f",
                        "\u0085",
                        "a\u00a0b",
                        "a\u2003b",
                        "\u3000",
                        "\ud800")
                .flatMap(name -> types().map(type -> arguments(type.get()[0], type.get()[1], name)));
    }

    @ParameterizedTest
    @MethodSource("badNames")
    void badNameIsRefusedNamingTheField(String field, Function<String, Object> constructor, String name) {
        ValidationException failure = validationFailureOf(() -> constructor.apply(name));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).startsWith(field + ": ");
    }

    @ParameterizedTest
    @MethodSource("types")
    void visibleTextUpToTheLimitIsTaken(String field, Function<String, Object> constructor) {
        assertThat(constructor.apply("w-1/東京,{x}")).hasToString("w-1/東京,{x}");
        assertThat(constructor.apply("é".repeat(128))).hasToString("é".repeat(128));
    }

    private static Arguments type(String field, Function<String, Object> constructor) {
        return arguments(field, constructor);
    }
}

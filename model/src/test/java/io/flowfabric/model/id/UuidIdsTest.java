package io.flowfabric.model.id;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.flow.EdgeId;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.suspension.SignalId;
import io.flowfabric.model.suspension.SuspensionId;
import io.flowfabric.model.suspension.WaitpointId;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UuidIdsTest {

    private static final String CANONICAL = "550e8400-e29b-41d4-a716-446655440000";

    static Stream<Arguments> types() {
        return Stream.of(
                type("flow_id", FlowId::parse, FlowId::mint),
                type("budget_id", BudgetId::parse, BudgetId::mint),
                type("quota_policy_id", QuotaPolicyId::parse, QuotaPolicyId::mint),
                type("lease_id", LeaseId::parse, LeaseId::mint),
                type("attempt_id", AttemptId::parse, AttemptId::mint),
                type("signal_id", SignalId::parse, SignalId::mint),
                type("waitpoint_id", WaitpointId::parse, WaitpointId::mint),
                type("suspension_id", SuspensionId::parse, SuspensionId::mint),
                type("edge_id", EdgeId::parse, EdgeId::mint));
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyTypePrintsCanonically(String field, Function<String, Object> parse) {
        assertThat(parse.apply("550E8400E29B41D4A716446655440000")).hasToString(CANONICAL);
    }

    @ParameterizedTest
    @MethodSource("types")
    void mintedIdsAreRandomUuids(String field, Function<String, Object> parse, Supplier<Object> mint) {
        Object minted = mint.get();
        assertThat(UUID.fromString(minted.toString()).version()).isEqualTo(4);
        assertThat(parse.apply(minted.toString())).isEqualTo(minted).isNotEqualTo(mint.get());
    }

    @ParameterizedTest
    @MethodSource("types")
    void refusalNamesTheFieldAndTheText(String field, Function<String, Object> parse) {
        ValidationException failure = validationFailureOf(() -> parse.apply("nope"));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo(field + ": InvalidUuid(nope)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "550e8400-e29b-41d4-a716-446655440000",
                "550E8400-e29B-41D4-a716-446655440000",
                "550e8400e29b41d4a716446655440000",
                "{550e8400-e29b-41d4-a716-446655440000}",
                "urn:uuid:550e8400-e29b-41d4-a716-446655440000",
                "URN:UUID:550E8400-E29B-41D4-A716-446655440000"
            })
    void everySpellingOfAUuidIsRead(String text) {
        assertThat(FlowId.parse(text)).hasToString(CANONICAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"})
    void everyVersionIsRead(String text) {
        assertThat(FlowId.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-1-1-1-1",
                "550e8400-e29b-41d4-a716-44665544000",
                "550e8400-e29b-41d4-a716-44665544000g",
                "550e8400e29b-41d4-a716-4466554400000",
                "550e8400e29b41d4a71644665544000-",
                "{550e8400-e29b-41d4-a716-446655440000",
                "{550e8400-e29b-41d4-a716-446655440000)",
                "{550e8400e29b41d4a716446655440000}",
                "urn:uuie:550e8400-e29b-41d4-a716-446655440000",
                "+50e8400-e29b-41d4-a716-446655440000",
                "５50e8400-e29b-41d4-a716-446655440000"
            })
    void anythingElseIsRefused(String text) {
        assertThat(validationFailureOf(() -> FlowId.parse(text)).detail()).contains("InvalidUuid");
    }

    @Property
    void everyUuidReadsBackEqual(@ForAll long high, @ForAll long low) {
        FlowId id = new FlowId(new UUID(high, low));
        assertThat(FlowId.parse(id.toString())).isEqualTo(id);
        assertThat(FlowId.parse(id.toString().replace("-", ""))).isEqualTo(id);
    }

    private static Arguments type(String field, Function<String, Object> parse, Supplier<Object> mint) {
        return arguments(field, parse, mint);
    }
}

package io.flowfabric.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FallbackPolicy;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.suspension.TimeoutBehavior;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyJsonTest {

    private static final ExecutionPolicy FULL = ExecutionPolicy.builder()
            .priority(-7)
            .delayUntil(Instant.ofEpochMilli(1_700_000_000_000L))
            .dedupWindow(Duration.ofMinutes(5))
            .budget(BudgetId.parse("6f1a2c1e-7c55-4a0c-9a52-0f2d3c4b5a69"))
            .quota(QuotaPolicyId.parse("0b6e3f6c-52f5-4d4e-8f0e-1c2d3e4f5a6b"))
            .routing(new RoutingRequirements(
                    CapabilitySet.required(List.of("gpu", "东京-gpu")), Optional.of("eu-west"), Optional.of("vm")))
            .retry(new RetryPolicy(5, new ExponentialBackoff(10, 900, 1.5, true), List.of("timeout")))
            .attemptTimeout(Duration.ofSeconds(30))
            .executionDeadline(Duration.ofHours(2))
            .suspension(new SuspensionPolicy(OptionalLong.of(60_000), TimeoutBehavior.ESCALATE))
            .fallback(new FallbackPolicy(List.of(
                    new FallbackPolicy.Tier("one", "large", OptionalLong.of(9_000)),
                    new FallbackPolicy.Tier("two", "small", OptionalLong.empty()))))
            .stream(new StreamPolicy("durable", 50, OptionalLong.of(3_600_000)))
            .maxReclaims(4_294_967_295L)
            .maxReplays(0)
            .maxSignals(7)
            .build();

    @Test
    void defaultPolicyWritesItsFiveMembersAndNoNull() {
        assertThat(PolicyJson.write(ExecutionPolicy.builder().build()))
                .isEqualTo("{\"priority\":0,\"max_reclaim_count\":100,\"max_replay_count\":10,\"budget_ids\":[],"
                        + "\"max_signals_per_execution\":10000}");
    }

    @Test
    void onlyTheOptionalThatIsSetIsWritten() throws Exception {
        JsonNode written = new ObjectMapper()
                .readTree(PolicyJson.write(
                        ExecutionPolicy.builder().retry(RetryPolicy.DEFAULT).build()));

        assertThat(written.fieldNames())
                .toIterable()
                .containsExactly(
                        "priority",
                        "retry_policy",
                        "max_reclaim_count",
                        "max_replay_count",
                        "budget_ids",
                        "max_signals_per_execution");
    }

    @Test
    void retryObjectWithoutBackoffDoublesFromASecond() {
        var policy = PolicyJson.parse("{\"retry_policy\":{\"max_retries\":5}}");

        assertThat(policy.handling().retryPolicy())
                .contains(RetryPolicy.of(5, new ExponentialBackoff(1_000, 60_000, 2.0, false)));
    }

    @Test
    void retryObjectWithoutMembersRetriesThreeTimes() {
        assertThat(PolicyJson.parse("{\"retry_policy\":{}}").handling().retryPolicy())
                .contains(RetryPolicy.DEFAULT);
    }

    @Test
    void timeoutObjectHasAHundredReclaims() {
        var policy = PolicyJson.parse("{\"timeout_policy\":{\"attempt_timeout_ms\":30000}}");

        assertThat(policy.handling().timeoutPolicy())
                .contains(new TimeoutPolicy(OptionalLong.of(30_000), OptionalLong.empty(), 100));
        assertThat(policy.limits().maxReclaimCount()).isEqualTo(100);
    }

    @Test
    void objectsOfAPolicyHaveTheirDefaults() {
        var handling = PolicyJson.parse(
                        "{\"suspension_policy\":{},\"stream_policy\":{},\"fallback_policy\":{\"tiers\":[]}}")
                .handling();

        assertThat(handling.suspensionPolicy())
                .contains(new SuspensionPolicy(OptionalLong.empty(), TimeoutBehavior.FAIL));
        assertThat(handling.streamPolicy()).contains(new StreamPolicy("buffered", 10_000, OptionalLong.empty()));
        assertThat(handling.fallbackPolicy()).contains(new FallbackPolicy(List.of()));
    }

    @Test
    void fullPolicySurvivesTheRoundTrip() {
        assertThat(PolicyJson.parse(PolicyJson.write(FULL))).isEqualTo(FULL);
    }

    @Test
    void fixedBackoffSurvivesTheRoundTrip() {
        var policy = ExecutionPolicy.builder()
                .retry(RetryPolicy.of(1, new FixedBackoff(250)))
                .build();

        assertThat(PolicyJson.parse(PolicyJson.write(policy))).isEqualTo(policy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", " { } "})
    void nothingSaidMeansNoPolicy(String text) {
        assertThat(PolicyJson.parse(text)).isSameAs(ExecutionPolicy.NONE);
    }

    @Test
    void noPolicyIsNotAPolicyOfDefaults() {
        assertThat(ExecutionPolicy.NONE.isAttached()).isFalse();
        assertThat(PolicyJson.write(ExecutionPolicy.NONE)).isEqualTo("{}");
        assertThat(ExecutionPolicy.builder().build().isAttached()).isTrue();
        assertThat(ExecutionPolicy.builder().build()).isNotEqualTo(ExecutionPolicy.NONE);
    }

    @Test
    void unknownMembersAreIgnoredButMakeAPolicy() {
        assertThat(PolicyJson.parse("{\"colour\":null,\"shape\":{\"a\":[1]}}"))
                .isEqualTo(ExecutionPolicy.builder().build());
    }

    @Test
    void shortFormOfAutoResumeIsUnderstood() {
        var policy = PolicyJson.parse("{\"suspension_policy\":{\"timeout_behavior\":\"auto_resume\"}}");

        assertThat(policy.handling().suspensionPolicy().orElseThrow().timeoutBehavior())
                .isEqualTo(TimeoutBehavior.AUTO_RESUME_WITH_TIMEOUT_SIGNAL);
    }

    @Test
    void capabilitiesAreASortedSet() {
        var policy =
                PolicyJson.parse("{\"routing_requirements\":{\"required_capabilities\":[\"gpu\",\"cuda\",\"gpu\"]}}");

        assertThat(PolicyJson.write(policy)).contains("\"required_capabilities\":[\"cuda\",\"gpu\"]");
    }

    @Test
    void builderRequiresCapabilities() {
        var routing =
                ExecutionPolicy.builder().requires("gpu").build().admission().routingRequirements();

        assertThat(routing).contains(RoutingRequirements.of(CapabilitySet.required(List.of("gpu"))));
    }
}

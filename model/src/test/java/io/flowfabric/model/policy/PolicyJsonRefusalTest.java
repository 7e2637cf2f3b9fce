package io.flowfabric.model.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyJsonRefusalTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "nonsense",
                " ",
                "[]",
                "7",
                "null",
                "\"{}\"",
                "{} x",
                "{}{}",
                "{\"priority\":1,\"priority\":2}"
            })
    void textThatIsNoPolicyObjectIsMalformed(String text) {
        refuses(text, ErrorCode.INVALID_POLICY_JSON, "malformed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"gpu\"", "7", "true", "null", "[]", "[\"gpu\"]"})
    void routingRequirementsAreAnObject(String value) {
        refuses(
                "{\"routing_requirements\":" + value + "}",
                ErrorCode.INVALID_POLICY_JSON,
                "routing_requirements:not_object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"linear\"} | backoff:unknown_type",
                "{\"type\":\"Fixed\",\"delay_ms\":1} | backoff:unknown_type",
                "{\"type\":\"exponential\",\"initial_delay_ms\":1,\"max_delay_ms\":9,\"multiplier\":0.99}"
                        + " | backoff:multiplier",
                "{\"type\":\"exponential\",\"initial_delay_ms\":10,\"max_delay_ms\":9,\"multiplier\":2}"
                        + " | backoff:max_below_initial",
                "{\"type\":\"exponential\",\"max_delay_ms\":9,\"multiplier\":2} | initial_delay_ms:invalid",
                "{\"type\":\"exponential\",\"initial_delay_ms\":1,\"multiplier\":2} | max_delay_ms:invalid",
                "{\"type\":\"exponential\",\"initial_delay_ms\":1,\"max_delay_ms\":9} | multiplier:invalid",
                "{\"type\":\"exponential\",\"initial_delay_ms\":1,\"max_delay_ms\":9,\"multiplier\":1e999}"
                        + " | multiplier:invalid",
                "{\"type\":\"exponential\",\"initial_delay_ms\":1,\"max_delay_ms\":9,\"multiplier\":2,\"jitter\":1}"
                        + " | jitter:invalid",
                "{\"type\":\"fixed\"} | delay_ms:invalid",
                "{\"type\":\"fixed\",\"delay_ms\":-1} | delay_ms:invalid",
                "{\"type\":\"fixed\",\"delay_ms\":1.5} | delay_ms:invalid",
                "{\"delay_ms\":1} | type:invalid",
                "7 | backoff:invalid",
                "null | backoff:invalid",
            })
    void backoffThatCannotBeObeyedIsRefused(String backoff, String detail) {
        refuses("{\"retry_policy\":{\"backoff\":" + backoff + "}}", ErrorCode.INVALID_POLICY_JSON, detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"priority\":null | priority",
                "\"priority\":\"1\" | priority",
                "\"priority\":2147483648 | priority",
                "\"delay_until\":9223372036854775808 | delay_until",
                "\"retry_policy\":null | retry_policy",
                "\"retry_policy\":[] | retry_policy",
                "\"retry_policy\":{\"max_retries\":-1} | max_retries",
                "\"retry_policy\":{\"max_retries\":4294967296} | max_retries",
                "\"retry_policy\":{\"max_retries\":3.0} | max_retries",
                "\"retry_policy\":{\"retryable_categories\":\"timeout\"} | retryable_categories",
                "\"retry_policy\":{\"retryable_categories\":[7]} | retryable_categories",
                "\"timeout_policy\":{\"attempt_timeout_ms\":null} | attempt_timeout_ms",
                "\"timeout_policy\":{\"execution_deadline_ms\":-1} | execution_deadline_ms",
                "\"timeout_policy\":{\"max_reclaim_count\":4294967296} | max_reclaim_count",
                "\"max_reclaim_count\":-1 | max_reclaim_count",
                "\"max_replay_count\":true | max_replay_count",
                "\"max_signals_per_execution\":4294967296 | max_signals_per_execution",
                "\"suspension_policy\":{\"default_timeout_ms\":-1} | default_timeout_ms",
                "\"suspension_policy\":{\"timeout_behavior\":\"explode\"} | timeout_behavior",
                "\"fallback_policy\":{} | tiers",
                "\"fallback_policy\":{\"tiers\":[7]} | tiers",
                "\"fallback_policy\":{\"tiers\":[{\"model\":\"m\"}]} | provider",
                "\"fallback_policy\":{\"tiers\":[{\"provider\":\"p\"}]} | model",
                "\"fallback_policy\":{\"tiers\":[{\"provider\":\"p\",\"model\":\"m\",\"timeout_ms\":-1}]} | timeout_ms",
                "\"budget_ids\":[\"not-a-uuid\"] | budget_ids",
                "\"budget_ids\":[null] | budget_ids",
                "\"quota_policy_id\":\"x\" | quota_policy_id",
                "\"routing_requirements\":{\"preferred_locality\":7} | preferred_locality",
                "\"routing_requirements\":{\"isolation_level\":null} | isolation_level",
                "\"dedup_window_ms\":-1 | dedup_window_ms",
                "\"stream_policy\":{\"durability_mode\":1} | durability_mode",
                "\"stream_policy\":{\"retention_maxlen\":-1} | retention_maxlen",
                "\"stream_policy\":{\"retention_ttl_ms\":\"1h\"} | retention_ttl_ms",
            })
    void memberOfTheWrongTypeOrWidthIsNamed(String member, String name) {
        refuses("{" + member + "}", ErrorCode.INVALID_POLICY_JSON, name + ":invalid");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"gpu\" | required:not_array",
                "{} | required:not_array",
                "null | required:not_array",
                "[42] | required:non_string_token",
                "[null] | required:non_string_token",
                "[\"\"] | required:empty_token",
                "[\"\", 42] | required:empty_token",
                "[\"a,b\"] | required:comma_in_token",
                "[\"a b\"] | required:control_or_whitespace",
                "[\"a\\n\"] | required:control_or_whitespace",
            })
    void capabilitiesThatNoWorkerCouldHaveAreRefused(String capabilities, String detail) {
        refuses(
                "{\"routing_requirements\":{\"required_capabilities\":" + capabilities + "}}",
                ErrorCode.INVALID_CAPABILITIES,
                detail);
    }

    @Test
    void deepNestingIsRefusedWithoutExhaustingTheStack() {
        String deep = "[".repeat(400_000) + "]".repeat(400_000);

        refuses("{\"unknown\":" + deep + "}", ErrorCode.INVALID_POLICY_JSON, "malformed");
    }

    @Test
    void hugeTextIsRefused() {
        String huge = "{\"unknown\":\"" + "x".repeat(1 << 20) + "\"}";

        refuses(huge, ErrorCode.INVALID_POLICY_JSON, "malformed");
    }

    @Test
    void builderRefusesWhatTheTextFormRefuses() {
        var shrinking = RetryPolicy.of(3, new ExponentialBackoff(1_000, 60_000, 0.5, false));

        assertThatExceptionOfType(ValidationException.class)
                .isThrownBy(() -> ExecutionPolicy.builder().retry(shrinking).build())
                .satisfies(refused -> assertThat(refused.detail()).isEqualTo("backoff:multiplier"));
    }

    @Property(tries = 300)
    void anyTextIsReadOrRefused(@ForAll String text) {
        try {
            assertThat(PolicyJson.parse(text)).isNotNull();
        } catch (ValidationException refused) {
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_POLICY_JSON);
        }
    }

    private static void refuses(String text, ErrorCode code, String detail) {
        var refused = catchThrowableOfType(ValidationException.class, () -> PolicyJson.parse(text));

        assertThat(refused).as("refusal of %.80s", text).isNotNull();
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.detail()).isEqualTo(detail);
        assertThat(refused.error().explanation()).isNotEmpty();
    }
}

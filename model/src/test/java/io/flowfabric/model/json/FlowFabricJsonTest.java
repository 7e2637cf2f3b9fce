package io.flowfabric.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.suspension.TimeoutBehavior;
import io.flowfabric.model.suspension.WaitpointToken;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowFabricJsonTest {

    private static final ObjectMapper JSON = FlowFabricJson.mapper();
    private static final String ID = "{fp:7}:6f1a2c1e-7c55-4a0c-9a52-0f2d3c4b5a69";

    record Claim(ExecutionId executionId, long leaseEpoch, Optional<LaneId> laneId, OptionalLong delayUntil) {}

    record Kinds(ErrorKind kind, Map<ErrorKind, Integer> counts, Map<LaneId, Integer> lanes) {}

    record Body(byte[] payload) {}

    record Lists(List<String> names, Map<String, String> tags) {}

    record Submit(Optional<ExecutionPolicy> policy) {}

    @Test
    void membersAreSnakeCaseAndIdsBareStrings() throws Exception {
        var claim = new Claim(ExecutionId.parse(ID), 3, Optional.of(LaneId.DEFAULT), OptionalLong.of(9));
        String json = "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":3,\"lane_id\":\"default\",\"delay_until\":9}";

        assertThat(JSON.writeValueAsString(claim)).isEqualTo(json);
        assertThat(JSON.readValue(json, Claim.class)).isEqualTo(claim);
    }

    @Test
    void absentOptionalsAreLeftOut() throws Exception {
        var claim = new Claim(ExecutionId.parse(ID), 3, Optional.empty(), OptionalLong.empty());

        assertThat(JSON.writeValueAsString(claim)).isEqualTo("{\"execution_id\":\"" + ID + "\",\"lease_epoch\":3}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"lane_id\":null,\"delay_until\":null", ",\"colour\":{\"unknown\":[1]}"})
    void nullAndMissingMeanAbsentAndUnknownMembersAreIgnored(String rest) throws Exception {
        var json = "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":3" + rest + "}";

        assertThat(JSON.readValue(json, Claim.class))
                .isEqualTo(new Claim(ExecutionId.parse(ID), 3, Optional.empty(), OptionalLong.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"lease_epoch\":3}",
                "{\"execution_id\":null,\"lease_epoch\":3}",
                "{\"execution_id\":\"" + ID + "\"}",
                "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":null}",
                "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":1.5}",
                "{\"execution_id\":7,\"lease_epoch\":3}",
                "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":3} x",
            })
    void requiredMembersMustBeThereAndOfTheirType(String json) {
        assertThatExceptionOfType(JsonProcessingException.class).isThrownBy(() -> JSON.readValue(json, Claim.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":\"3\"}",
                "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":3,\"delay_until\":\"9\"}",
                "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":3,\"delay_until\":\"\"}",
                "{\"execution_id\":\"" + ID + "\",\"lease_epoch\":3,\"delay_until\":\" \"}",
            })
    void textAmongArgumentsIsNoNumber(String json) {
        assertThatExceptionOfType(JsonProcessingException.class)
                .isThrownBy(() -> FlowFabricJson.arguments().readValue(json, Claim.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"names\":[1]}", "{\"names\":[1.5]}", "{\"names\":[true]}", "{\"tags\":{\"a.b\":1}}"})
    void numberAmongArgumentsIsNoText(String json) {
        assertThatExceptionOfType(JsonProcessingException.class)
                .isThrownBy(() -> FlowFabricJson.arguments().readValue(json, Lists.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"names\":[]}", "{\"tags\":{}}", "{\"names\":null,\"tags\":{}}"})
    void collectionThatIsMissingAmongArgumentsIsNoEmptyOne(String json) throws Exception {
        assertThat(JSON.readValue(json, Lists.class)).isEqualTo(new Lists(List.of(), Map.of()));
        assertThatExceptionOfType(JsonProcessingException.class)
                .isThrownBy(() -> FlowFabricJson.arguments().readValue(json, Lists.class));
    }

    @Test
    void refusalOfTheModelIsAmongTheCauses() {
        assertThatExceptionOfType(JsonMappingException.class)
                .isThrownBy(() -> JSON.readValue("{\"execution_id\":\"nonsense\",\"lease_epoch\":3}", Claim.class))
                .havingCause()
                .isInstanceOf(ValidationException.class);
    }

    @Test
    void enumsAreTheirLiteralsAlsoAsKeys() throws Exception {
        var kinds = new Kinds(ErrorKind.NOT_FOUND, Map.of(ErrorKind.BUG, 2), Map.of(LaneId.DEFAULT, 1));
        String json = "{\"kind\":\"not_found\",\"counts\":{\"bug\":2},\"lanes\":{\"default\":1}}";

        assertThat(JSON.writeValueAsString(kinds)).isEqualTo(json);
        assertThat(JSON.readValue(json, Kinds.class)).isEqualTo(kinds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"NOT_FOUND\"", "\"\"", "0", "\"Not_found\""})
    void enumsAreReadByNothingButTheirLiterals(String json) {
        assertThatExceptionOfType(JsonMappingException.class).isThrownBy(() -> JSON.readValue(json, ErrorKind.class));
    }

    @Test
    void shortFormOfATimeoutBehaviorIsRead() throws Exception {
        assertThat(JSON.readValue("\"auto_resume\"", TimeoutBehavior.class))
                .isEqualTo(TimeoutBehavior.AUTO_RESUME_WITH_TIMEOUT_SIGNAL);
        assertThat(JSON.writeValueAsString(TimeoutBehavior.AUTO_RESUME_WITH_TIMEOUT_SIGNAL))
                .isEqualTo("\"auto_resume_with_timeout_signal\"");
    }

    @Test
    void tokenIsWrittenWhole() throws Exception {
        assertThat(JSON.writeValueAsString(WaitpointToken.of("k1:abcdef"))).isEqualTo("\"k1:abcdef\"");
    }

    @Test
    void bytesAreNumbers() throws Exception {
        String json = "{\"payload\":[0,1,127,128,255]}";

        assertThat(JSON.writeValueAsString(new Body(new byte[] {0, 1, 127, -128, -1})))
                .isEqualTo(json);
        assertThat(JSON.readValue(json, Body.class).payload()).containsExactly(0, 1, 127, -128, -1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[256]", "[-1]", "[1.5]", "[null]", "[\"1\"]", "\"AAE=\"", "7", "[[1]]"})
    void whatIsNoByteIsRefused(String payload) {
        assertThatExceptionOfType(JsonProcessingException.class)
                .isThrownBy(() -> JSON.readValue("{\"payload\":" + payload + "}", Body.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"names\":null,\"tags\":null}", "{\"names\":[],\"tags\":{}}"})
    void collectionsThatAreAbsentAreEmpty(String json) throws Exception {
        assertThat(JSON.readValue(json, Lists.class)).isEqualTo(new Lists(List.of(), Map.of()));
    }

    @Test
    void policyAmongArgumentsTakesNullForAbsent() throws Exception {
        var submit = JSON.readValue(
                "{\"policy\":{\"max_replay_count\":3,\"retry_policy\":null,\"timeout_policy\":"
                        + "{\"attempt_timeout_ms\":null}}}",
                Submit.class);

        var policy = submit.policy().orElseThrow();
        assertThat(policy.limits().maxReplayCount()).isEqualTo(3);
        assertThat(policy.handling().retryPolicy()).isEmpty();
        assertThat(policy.handling().timeoutPolicy().orElseThrow().attemptTimeoutMs())
                .isEmpty();
        assertThat(JSON.readValue(JSON.writeValueAsString(submit), Submit.class))
                .isEqualTo(submit);
    }

    @Test
    void policyAmongArgumentsIsCheckedLikeItsText() {
        assertThatExceptionOfType(JsonMappingException.class)
                .isThrownBy(() -> JSON.readValue("{\"policy\":{\"priority\":\"high\"}}", Submit.class))
                .havingCause()
                .isInstanceOf(ValidationException.class)
                .withMessageContaining("priority:invalid");
    }

    record Skills(CapabilitySet capabilities, boolean open) {
        public boolean isClosed() {
            return !open;
        }
    }

    @Test
    void capabilitiesAreAListAndAQuestionIsNoMember() throws Exception {
        var skills = new Skills(CapabilitySet.ofWorker(List.of("gpu", "cuda")), true);

        String json = FlowFabricJson.mapper().writeValueAsString(skills);

        assertThat(json).isEqualTo("{\"capabilities\":[\"cuda\",\"gpu\"],\"open\":true}");
        assertThat(FlowFabricJson.mapper().readValue(json, Skills.class)).isEqualTo(skills);
        assertThatThrownBy(() -> FlowFabricJson.mapper().readValue(json.replace("gpu", "g pu"), Skills.class))
                .hasRootCauseInstanceOf(ValidationException.class);
    }
}
